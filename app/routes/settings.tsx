import type { SubmissionResult } from '@conform-to/react'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { linkTokenSchema } from '#core/account-fields.ts'
import { readCookies, themeCookieName } from '#core/cookies.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { type Refusal, refusalSentence, refusalStatus } from '#core/result.ts'
import { readThemeChoice } from '#core/theme-choice.ts'
import { longDateTime } from '#core/time.ts'
import { readSecondFactor } from '#features/accounts/accounts.reads.server.ts'
import { SecondStepSummary } from '#features/accounts/ui/second-step-summary.tsx'
import { readMyFollows } from '#features/mail/alerts/alerts.reads.server.ts'
import { followSchema } from '#features/mail/alerts/alerts.schema.ts'
import { saveFollow } from '#features/mail/alerts/alerts.writes.server.ts'
import { FollowList } from '#features/mail/alerts/ui/follow-list.tsx'
import { notificationsSchema } from '#features/mail/mail.schema.ts'
import { readMyNotifications } from '#features/mail/notifications.reads.server.ts'
import { pauseNotifications, saveNotifications } from '#features/mail/notifications.writes.server.ts'
import { canDecline, NewsConsent, NotificationForm, PauseForm } from '#features/mail/ui/notification-form.tsx'
import { readMySettings } from '#features/settings/settings.reads.server.ts'
import {
  changeEmailSchema,
  changePasswordSchema,
  confirmEmailSchema,
  deleteAccountSchema,
  endSessionSchema,
  privacySchema,
} from '#features/settings/settings.schema.ts'
import {
  cancelDeletion,
  changeEmail,
  changePassword,
  confirmEmail,
  endSessionOf,
  readEmailChange,
  requestDeletion,
  savePrivacy,
} from '#features/settings/settings.writes.server.ts'
import { PersonCard, PrivacyForm } from '#features/settings/ui/privacy-form.tsx'
import {
  DeleteForm,
  EmailForm,
  PasswordForm,
  SessionList,
  ThemeForm,
} from '#features/settings/ui/settings-forms.tsx'
import { readGuarded, requireMember } from '#server/actor.server.ts'
import { errorResponse } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { readShell } from '#server/shell.server.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { grid, page, stack, text } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Settings', description: 'Your account settings.', noindex: true })

/** Sends no referrer to other sites: the address may hold a link's secret. */
export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

const notes = {
  'email-sent': 'We sent a link to your new email. Open it within an hour.',
  email: 'Your new email is set.',
  password: "Your new password is set. You're signed out everywhere else.",
  sessions: 'Signed out.',
  kept: "Your account won't be deleted.",
  notifications: 'Your notifications are saved.',
  paused: 'For 30 days, we only send essential email.',
  resumed: 'Your break is over.',
  address: 'We sent you a link to confirm your email.',
  unfollowed: 'Unfollowed.',
  privacy: 'Your privacy settings are saved.',
}

export async function loader(args: LoaderFunctionArgs) {
  const [actor, [settings, notifications, follows, { brand }, secondFactor]] = await readGuarded(
    args,
    requireMember(args),
    () =>
      Promise.all([
        readMySettings(args),
        readMyNotifications(args),
        readMyFollows(args),
        readShell(args),
        readSecondFactor(args),
      ]),
  )
  const { searchParams } = new URL(args.request.url)
  const confirmParam = searchParams.get('confirm')
  const token = linkTokenSchema.safeParse(confirmParam).data
  const newEmail = token ? await readEmailChange(actor, token) : null
  const done = searchParams.get('done')
  const note = Object.entries(notes).find(([key]) => key === done)?.[1] ?? null
  const confirm = confirmParam === null ? null : { token: token ?? '', email: newEmail }
  const { headers } = args.request
  return {
    ...settings,
    notifications,
    follows,
    secondFactor,
    // Nobody is linked to their visits before they chose.
    privacy: { ...settings.privacy, analyticsAllowed: settings.privacy.analyticsAllowed ?? false },
    theme: readThemeChoice(readCookies(headers.get('cookie')).get(themeCookieName)),
    confirm,
    note,
    now: new Date().toISOString(),
    timeZone: brand.timeZone,
  }
}

type FormId = 'email' | 'password' | 'delete'
type Reply = { form: FormId | null; reply: SubmissionResult | null; message: string | null }

export async function action(args: ActionFunctionArgs) {
  const actor = await requireMember(args)
  const { intent, form } = await readIntent(args.request, {
    email: changeEmailSchema,
    'confirm-email': confirmEmailSchema,
    password: changePasswordSchema,
    'end-session': endSessionSchema,
    'end-others': null,
    delete: deleteAccountSchema,
    notifications: notificationsSchema,
    pause: null,
    resume: null,
    follow: followSchema,
    privacy: privacySchema,
    keep: null,
  })
  switch (intent) {
    case 'email': {
      if (!form.ok) return replyAt('email', form.reply())
      const refusal = await changeEmail(args, actor, form.value)
      return refusal ? replyAt('email', form.refuse(refusal)) : done('email-sent')
    }
    case 'confirm-email': {
      const refusal: Refusal | null = form.ok
        ? await confirmEmail(actor, form.value.token)
        : { code: 'confirm_link_ended', facts: {} }
      if (!refusal) return done('email')
      return data<Reply>({ form: null, reply: null, message: refusalSentence(refusal) }, 409)
    }
    case 'password': {
      if (!form.ok) return replyAt('password', form.reply())
      const refusal = await changePassword(args, actor, form.value)
      // The password is changed, and this device signs in again like all others.
      if (refusal?.code === 'second_step')
        return redirect(paths.secondStep({ redirect: paths.settings({ done: 'password' }) }), 303)
      return refusal ? replyAt('password', form.refuse(refusal)) : done('password')
    }
    case 'end-session': {
      if (form.ok) await endSessionOf(args, form.value.session)
      return done('sessions')
    }
    case 'end-others':
      await endSessionOf(args, null)
      return done('sessions')
    case 'delete': {
      if (!form.ok) return replyAt('delete', form.reply())
      const refusal = await requestDeletion(args, actor, form.value.currentPassword)
      return refusal ? replyAt('delete', form.refuse(refusal)) : redirect(paths.settings(), 303)
    }
    case 'notifications': {
      if (!form.ok) throw errorResponse(422, 'Please choose from the list.')
      await saveNotifications(args, actor, form.value.email)
      return done('notifications')
    }
    case 'pause':
      await pauseNotifications(args, true)
      return done('paused')
    case 'resume':
      await pauseNotifications(args, false)
      return done('resumed')
    case 'follow': {
      if (!form.ok) throw errorResponse(422, 'Please choose from the list.')
      const followed = await saveFollow(args, actor, form.value)
      if (followed.ok) return done(form.value.isFollowing ? 'address' : 'unfollowed')
      const message = refusalSentence(followed.refusal)
      return data<Reply>({ form: null, reply: null, message }, refusalStatus(followed.refusal))
    }
    case 'privacy': {
      if (!form.ok) throw errorResponse(422, 'Please choose from the list.')
      await savePrivacy(args, form.value)
      return done('privacy')
    }
    case 'keep':
      await cancelDeletion(args)
      return done('kept')
  }
}

function done(what: keyof typeof notes) {
  return redirect(paths.settings({ done: what }), 303)
}

function replyAt(form: FormId, reply: { data: SubmissionResult; init: ResponseInit | null }) {
  return data<Reply>({ form, reply: reply.data, message: null }, reply.init ?? undefined)
}

export default function Settings() {
  const shown = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const replyTo = (form: FormId) => (sent?.form === form ? sent.reply : null)
  // Empties forms after they succeeded.
  const round = sent ? 'replied' : shown.now
  return (
    <div className={classNames(page, stack[6])}>
      <PageHeader title="Settings" text="Theme, notifications, privacy and sign-in." />
      {shown.note && !sent && <Banner tone="success" title={shown.note} announce />}
      {sent?.message && <Banner tone="danger" title={sent.message} announce />}
      {shown.confirm && !sent && <ConfirmEmail {...shown.confirm} />}
      {shown.deleteAt && (
        <Banner
          tone="warning"
          title={`Your account will be deleted on ${longDateTime(shown.deleteAt, shown.timeZone)}.`}
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
            <ThemeForm theme={shown.theme} />
          </Card>
          <Card as="section" className={stack[4]}>
            <h2>Privacy</h2>
            <PrivacyForm
              key={`privacy ${round}`}
              cardPublic={shown.privacy.cardPublic}
              badgesPublic={shown.privacy.badgesPublic}
              analyticsAllowed={shown.privacy.analyticsAllowed}
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
          <NotificationForm key={`notifications ${round}`} types={shown.notifications.types} />
          <NewsConsent types={shown.notifications.types} />
          {(canDecline(shown.notifications) || shown.notifications.pausedUntil) && (
            <PauseForm pausedUntil={shown.notifications.pausedUntil} timeZone={shown.timeZone} />
          )}
        </Card>
        <Card as="section" className={stack[4]}>
          <h2>Artists and series you follow</h2>
          <FollowList {...shown.follows} />
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
            <SecondStepSummary {...shown.secondFactor} timeZone={shown.timeZone} />
          </Card>
          <Card as="section" className={stack[4]}>
            <h2>Where you're signed in</h2>
            <SessionList sessions={shown.sessions} now={shown.now} timeZone={shown.timeZone} />
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
