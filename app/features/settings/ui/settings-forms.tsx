import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { chooseTheme, useThemeChoice } from '#browser/theme.ts'
import { deviceOf } from '#core/device-name.ts'
import * as paths from '#core/paths.ts'
import { type ThemeChoice, themeChoices } from '#core/theme-choice.ts'
import { relativeTime } from '#core/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { PasswordField, TextField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, spread, stack, text } from '#ui/layout.css.ts'
import { NewPasswordFields } from '#ui/new-password-fields.tsx'
import { changeEmailSchema, changePasswordSchema, deleteAccountSchema } from '../settings.schema.ts'
import type { Session } from '../settings.types.ts'

type Props = { reply: SubmissionResult | null }

const themeNames: Record<ThemeChoice, string> = { light: 'Light', dark: 'Dark', system: 'System' }

/**
 * Chooses light, dark or the device's setting. Without JavaScript each button posts the choice.
 * @param theme what is chosen as the page is rendered
 */
export function ThemeForm({ theme }: { theme: ThemeChoice }) {
  const chosen = useThemeChoice(theme)
  return (
    <form method="post" action={paths.apiTheme()} className={cluster[3]}>
      <input type="hidden" name="redirect" value={paths.settings()} />
      {themeChoices.map((choice) => (
        <Button
          key={choice}
          type="submit"
          variant={choice === chosen ? 'primary' : 'secondary'}
          name="theme"
          value={choice}
          aria-pressed={choice === chosen}
          onClick={(event) => {
            event.preventDefault()
            chooseTheme(choice)
          }}
        >
          {themeNames[choice]}
        </Button>
      ))}
    </form>
  )
}

/** A new address: confirmed by a link in its mailbox. */
export function EmailForm({ reply }: Props) {
  const { form, fields, busy } = useIntentForm(changeEmailSchema, { intent: 'email', reply })
  return (
    <IntentForm form={form} intent="email" action={paths.settings()}>
      <TextField meta={fields.email} label="New email" type="email" inputMode="email" autoComplete="email" />
      <PasswordField meta={fields.currentPassword} label="Current password" autoComplete="current-password" />
      <div>
        <Button type="submit" variant="secondary" busy={busy}>
          Change email
        </Button>
      </div>
    </IntentForm>
  )
}

/** A new password; every other session ends. */
export function PasswordForm({ reply }: Props) {
  const { form, fields, busy } = useIntentForm(changePasswordSchema, { intent: 'password', reply })
  return (
    <IntentForm form={form} intent="password" action={paths.settings()}>
      <PasswordField meta={fields.currentPassword} label="Current password" autoComplete="current-password" />
      <NewPasswordFields fields={fields} />
      <div>
        <Button type="submit" variant="secondary" busy={busy}>
          Change password
        </Button>
      </div>
    </IntentForm>
  )
}

/** Deleting the account, with the password once more. */
export function DeleteForm({ reply }: Props) {
  const { form, fields, busy } = useIntentForm(deleteAccountSchema, { intent: 'delete', reply })
  return (
    <IntentForm form={form} intent="delete" action={paths.settings()}>
      <PasswordField
        meta={fields.currentPassword}
        label="Enter your password to confirm"
        autoComplete="current-password"
      />
      <div>
        <Button type="submit" variant="danger" busy={busy}>
          Delete my account
        </Button>
      </div>
    </IntentForm>
  )
}

/**
 * Where the account is signed in.
 * @param now the instant that "ago" counts from
 * @param timeZone IANA zone of dates that lie further back
 */
export function SessionList({
  sessions,
  now,
  timeZone,
}: {
  sessions: Session[]
  now: string
  timeZone: string
}) {
  const others = sessions.some(({ current }) => !current)
  const ago = (at: string) => relativeTime(at, new Date(now), timeZone)
  return (
    <>
      <ul className={stack[4]}>
        {sessions.map((session) => (
          <li key={session.id} className={spread}>
            <div className={stack[1]}>
              <span className={cluster[2]}>
                {deviceOf(session.userAgent)}
                {session.current && <Badge tone="success">This device</Badge>}
              </span>
              <span className={text.small}>
                Last active {ago(session.seenAt)}. Signed in {ago(session.startedAt)}.
              </span>
            </div>
            {!session.current && (
              <Form method="post" action={paths.settings()}>
                <input type="hidden" name="intent" value="end-session" />
                <input type="hidden" name="session" value={session.id} />
                <Button
                  type="submit"
                  size="sm"
                  variant="secondary"
                  aria-label={`Sign out ${deviceOf(session.userAgent)}, signed in ${ago(session.startedAt)}`}
                >
                  Sign out
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {others && (
        <Form method="post" action={paths.settings()}>
          <input type="hidden" name="intent" value="end-others" />
          <Button type="submit" variant="secondary">
            Sign out everywhere else
          </Button>
        </Form>
      )}
    </>
  )
}
