import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { chooseTheme } from '#browser/theme.ts'
import { browserOf, deviceTypeOf } from '#core/device.ts'
import { type ThemeChoice, themeChoices } from '#core/theme-choice.ts'
import { relativeTime } from '#core/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { FormErrors, PasswordField, TextField } from '#ui/field.tsx'
import { cluster, spread, stack, text } from '#ui/layout.css.ts'
import { changeEmailSchema, changePasswordSchema, deleteAccountSchema } from '../accounts.schema.ts'

type Props = { reply: SubmissionResult | null }

/** Whether the form with this intent is on its way. */
function useBusy(intent: string): boolean {
  const { state, formData } = useNavigation()
  return state !== 'idle' && formData?.get('intent') === intent
}

const themeNames: Record<ThemeChoice, string> = { light: 'Light', dark: 'Dark', system: 'System' }

/** Light, dark or as the device says. Without JavaScript each button posts the choice. */
export function ThemeForm() {
  return (
    <form method="post" action="/api/theme" className={cluster[3]}>
      <input type="hidden" name="redirect" value="/settings" />
      {themeChoices.map((choice) => (
        <Button
          key={choice}
          type="submit"
          variant="secondary"
          name="theme"
          value={choice}
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
  const busy = useBusy('email')
  const [form, fields] = useForm({
    id: 'email-form',
    lastResult: reply,
    constraint: getZodConstraint(changeEmailSchema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: changeEmailSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Form method="post" action="/settings" {...getFormProps(form)} className={stack[4]}>
      <input type="hidden" name="intent" value="email" />
      <FormErrors id={form.errorId} errors={form.errors} />
      <TextField meta={fields.email} label="New email" type="email" inputMode="email" autoComplete="email" />
      <PasswordField meta={fields.currentPassword} label="Your password" autoComplete="current-password" />
      <div>
        <Button type="submit" variant="secondary" busy={busy}>
          Change email
        </Button>
      </div>
    </Form>
  )
}

/** A new password; every other session ends. */
export function PasswordForm({ reply }: Props) {
  const busy = useBusy('password')
  const [form, fields] = useForm({
    id: 'password-form',
    lastResult: reply,
    constraint: getZodConstraint(changePasswordSchema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: changePasswordSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Form method="post" action="/settings" {...getFormProps(form)} className={stack[4]}>
      <input type="hidden" name="intent" value="password" />
      <FormErrors id={form.errorId} errors={form.errors} />
      <PasswordField meta={fields.currentPassword} label="Current password" autoComplete="current-password" />
      <PasswordField
        meta={fields.password}
        label="New password"
        hint="At least 8 characters with one uppercase letter and one number."
        autoComplete="new-password"
      />
      <PasswordField meta={fields.confirmPassword} label="Confirm password" autoComplete="new-password" />
      <div>
        <Button type="submit" variant="secondary" busy={busy}>
          Change password
        </Button>
      </div>
    </Form>
  )
}

/** Deleting the account, with the password once more. */
export function DeleteForm({ reply }: Props) {
  const busy = useBusy('delete')
  const [form, fields] = useForm({
    id: 'delete-form',
    lastResult: reply,
    constraint: getZodConstraint(deleteAccountSchema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: deleteAccountSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Form method="post" action="/settings" {...getFormProps(form)} className={stack[4]}>
      <input type="hidden" name="intent" value="delete" />
      <FormErrors id={form.errorId} errors={form.errors} />
      <PasswordField
        meta={fields.currentPassword}
        label="Your password, to delete"
        autoComplete="current-password"
      />
      <div>
        <Button type="submit" variant="danger" busy={busy}>
          Delete my account
        </Button>
      </div>
    </Form>
  )
}

export type Session = { id: string; startedAt: string; seenAt: string; userAgent: string; current: boolean }

const deviceNames = { tablet: 'tablet', mobile: 'phone', desktop: 'computer' }

/** A device in words, as coarsely as its browser names itself. */
function deviceOf(userAgent: string): string {
  if (!userAgent) return 'Unknown device'
  const browser = browserOf(userAgent)
  return `${browser === 'Unknown' ? 'A browser' : browser} on a ${deviceNames[deviceTypeOf(userAgent)]}`
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
                Signed in {ago(session.startedAt)}, last seen {ago(session.seenAt)}
              </span>
            </div>
            {!session.current && (
              <Form method="post" action="/settings">
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
        <Form method="post" action="/settings">
          <input type="hidden" name="intent" value="end-others" />
          <Button type="submit" variant="secondary">
            Sign out everywhere else
          </Button>
        </Form>
      )}
    </>
  )
}
