import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import * as paths from '#core/paths.ts'
import type { ThemeChoice } from '#core/theme-choice.ts'
import { longDateTime } from '#core/time.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { grid, page, stack, text } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import type { Settings, SettingsForm, SettingsReply } from '../settings.types.ts'
import { PersonCard, PrivacyForm } from './privacy-form.tsx'
import { DeleteForm, EmailForm, PasswordForm, SessionList, ThemeForm } from './settings-forms.tsx'

/**
 * The page of the settings.
 * @param note says what was done
 * @param confirm the new address that waits for a click; null without a link
 * @param sent what one of the forms was answered with
 * @param notifications the forms of what the site writes to the member; they start over when `round` changes
 * @param follows what they follow
 * @param secondStep a summary of the second step of signing in
 */
export function SettingsPage({
  shown,
  theme,
  note,
  confirm,
  now,
  timeZone,
  sent,
  notifications,
  follows,
  secondStep,
}: {
  shown: Settings
  theme: ThemeChoice
  note: string | null
  confirm: { token: string; email: string | null } | null
  now: string
  timeZone: string
  sent: SettingsReply | undefined
  notifications: (round: string) => ReactNode
  follows: ReactNode
  secondStep: ReactNode
}) {
  const replyTo = (form: SettingsForm) => (sent?.form === form ? sent.reply : null)
  // Empties forms after they succeeded.
  const round = sent ? 'replied' : now
  return (
    <div className={classNames(page, stack[6])}>
      <PageHeader title="Settings" text="Theme, notifications, privacy and sign-in." />
      {note && !sent && <Banner tone="success" title={note} announce />}
      {sent?.message && <Banner tone="danger" title={sent.message} announce />}
      {confirm && !sent && <ConfirmEmail {...confirm} />}
      {shown.deleteAt && (
        <Banner
          tone="warning"
          title={`Your account will be deleted on ${longDateTime(shown.deleteAt, timeZone)}.`}
          action={
            <Form method="post" action={paths.settings()}>
              <input type="hidden" name="intent" value="keep" />
              <Button type="submit" variant="secondary">
                Keep my account
              </Button>
            </Form>
          }
        >
          <p>Until then, you can use it as usual.</p>
        </Banner>
      )}
      <div className={grid.halves}>
        <div className={stack[5]}>
          <Card as="section" className={stack[4]}>
            <h2>Theme</h2>
            <ThemeForm theme={theme} />
          </Card>
          <Card as="section" className={stack[4]}>
            <h2>Privacy</h2>
            <PrivacyForm
              key={`privacy ${round}`}
              cardPublic={shown.privacy.cardPublic}
              badgesPublic={shown.privacy.badgesPublic}
              // Nobody is linked to their visits before they chose.
              analyticsAllowed={shown.privacy.analyticsAllowed ?? false}
            />
          </Card>
          {shown.privacy.card && (
            <Card as="section" className={stack[4]}>
              <h2>What people see</h2>
              <PersonCard {...shown.privacy.card} />
            </Card>
          )}
        </div>
        <Card as="section" className={stack[4]}>
          <h2>Notifications</h2>
          {notifications(round)}
        </Card>
        <Card as="section" className={stack[4]}>
          <h2>People</h2>
          <div>
            <LinkButton to={paths.myPeople()} variant="secondary">
              People you follow, blocked or muted
            </LinkButton>
          </div>
          <h2>Artists and series you follow</h2>
          {follows}
        </Card>
        <Card as="section" className={stack[4]}>
          <h2>Email</h2>
          <p className={text.muted}>
            {shown.email ?? 'No email yet.'}
            {shown.pendingEmail && ` We sent a link to confirm ${shown.pendingEmail}.`}
          </p>
          <EmailForm key={`email ${round}`} reply={replyTo('email')} />
        </Card>
        <Card as="section" className={stack[4]}>
          <h2>Password</h2>
          <p className={text.muted}>Changing it signs you out on all other devices.</p>
          <PasswordForm key={`password ${round}`} reply={replyTo('password')} />
        </Card>
        <div className={stack[5]}>
          <Card as="section" className={stack[4]}>
            <h2>Two-step verification</h2>
            {secondStep}
          </Card>
          <Card as="section" className={stack[4]}>
            <h2>Where you're signed in</h2>
            <SessionList sessions={shown.sessions} now={now} timeZone={timeZone} />
          </Card>
          <Card as="section" className={stack[4]}>
            <h2>Your posts</h2>
            <p className={text.muted}>
              What we removed or decided about your posts, and where you can appeal.
            </p>
            <p>
              <LinkButton to={paths.ownModeration()} variant="secondary">
                Your posts and our rules
              </LinkButton>
            </p>
          </Card>
          <Card as="section" className={stack[4]}>
            <h2>Your data</h2>
            <p className={text.muted}>Everything we have about you, in one file.</p>
            <div>
              <LinkButton to={paths.apiAccountData()} variant="secondary" reloadDocument>
                Download my data
              </LinkButton>
            </div>
          </Card>
        </div>
        {!shown.deleteAt && (
          <Card as="section" className={stack[4]}>
            <h2>Delete account</h2>
            <p className={text.muted}>
              We delete your account 14 days after you ask, so you can change your mind. We keep records of
              what you bought, without your name. You can't delete it while you have tickets for an upcoming
              event.
            </p>
            <DeleteForm key={`delete ${round}`} reply={replyTo('delete')} />
          </Card>
        )}
      </div>
    </div>
  )
}

/** Confirms the link from the new mailbox by a click: programs that check mail open links too. */
function ConfirmEmail({ token, email }: { token: string; email: string | null }) {
  if (!email) {
    return (
      <Banner tone="warning" title="This link doesn't work here." announce>
        <p>It works once, within an hour, and only for the account that asked for it.</p>
      </Banner>
    )
  }
  return (
    <Banner
      title={`Use ${email} for your account?`}
      action={
        <Form method="post" action={paths.settings()}>
          <input type="hidden" name="intent" value="confirm-email" />
          <input type="hidden" name="token" value={token} />
          <Button type="submit">Confirm new email</Button>
        </Form>
      }
    />
  )
}
