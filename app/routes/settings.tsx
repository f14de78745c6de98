import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { linkTokenSchema } from '#core/account-fields.ts'
import { readCookies, themeCookieName } from '#core/cookies.ts'
import { pageMeta } from '#core/page-meta.ts'
import { readThemeChoice } from '#core/theme-choice.ts'
import { readSecondFactor } from '#features/accounts/accounts.reads.server.ts'
import { SecondStepSummary } from '#features/accounts/ui/second-step-summary.tsx'
import { readMyFollows } from '#features/mail/alerts/alerts.reads.server.ts'
import { followSchema } from '#features/mail/alerts/alerts.schema.ts'
import { saveFollow } from '#features/mail/alerts/alerts.writes.server.ts'
import { FollowList } from '#features/mail/alerts/ui/follow-list.tsx'
import { notificationsSchema } from '#features/mail/mail.schema.ts'
import { readMyNotifications } from '#features/mail/notifications.reads.server.ts'
import { pauseNotifications, saveNotifications } from '#features/mail/notifications.writes.server.ts'
import { canDecline, NotificationForm, PauseForm } from '#features/mail/ui/notification-form.tsx'
import { readMySettings } from '#features/settings/settings.reads.server.ts'
import { settingsForms } from '#features/settings/settings.schema.ts'
import {
  cancelDeletion,
  endSessionOf,
  readEmailChange,
  savePrivacy,
} from '#features/settings/settings.writes.server.ts'
import {
  done,
  refuseSettings,
  takeDeletion,
  takeEmail,
  takeEmailLink,
  takePassword,
} from '#features/settings/settings-forms.server.ts'
import { settingsNotes } from '#features/settings/settings-notes.ts'
import { SettingsPage } from '#features/settings/ui/settings-page.tsx'
import { readGuarded, requireMember } from '#server/actor.server.ts'
import { errorResponse } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { readShell } from '#server/shell.server.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Settings', description: 'Your account settings.', noindex: true })

/** Sends no referrer to other sites: the address may hold a link's secret. */
export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

export async function loader(args: LoaderFunctionArgs) {
  const [actor, [shown, notifications, follows, { brand }, secondFactor]] = await readGuarded(
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
  const what = searchParams.get('done')
  return {
    page: {
      shown,
      theme: readThemeChoice(readCookies(args.request.headers.get('cookie')).get(themeCookieName)),
      confirm: confirmParam === null ? null : { token: token ?? '', email: newEmail },
      note: Object.entries(settingsNotes).find(([key]) => key === what)?.[1] ?? null,
      now: new Date().toISOString(),
      timeZone: brand.timeZone,
    },
    notifications,
    follows,
    secondFactor,
  }
}

const notListed = () => errorResponse(422, 'Please choose from the list.')

export async function action(args: ActionFunctionArgs) {
  const actor = await requireMember(args)
  const { intent, form } = await readIntent(args.request, {
    ...settingsForms,
    notifications: notificationsSchema,
    pause: null,
    resume: null,
    follow: followSchema,
  })
  switch (intent) {
    case 'email':
      return await takeEmail(args, actor, form)
    case 'confirm-email':
      return await takeEmailLink(actor, form)
    case 'password':
      return await takePassword(args, actor, form)
    case 'end-session':
      if (form.ok) await endSessionOf(args, form.value.session)
      return done('sessions')
    case 'end-others':
      await endSessionOf(args, null)
      return done('sessions')
    case 'delete':
      return await takeDeletion(args, actor, form)
    case 'notifications':
      if (!form.ok) throw notListed()
      return done((await saveNotifications(args, actor, form.value)) ? 'address' : 'notifications')
    case 'pause':
    case 'resume':
      await pauseNotifications(args, intent === 'pause')
      return done(intent === 'pause' ? 'paused' : 'resumed')
    case 'follow': {
      if (!form.ok) throw notListed()
      const followed = await saveFollow(args, actor, form.value)
      if (!followed.ok) return refuseSettings(followed.refusal)
      return done(form.value.isFollowing ? 'address' : 'unfollowed')
    }
    case 'privacy':
      if (!form.ok) throw notListed()
      await savePrivacy(args, form.value)
      return done('privacy')
    case 'keep':
      await cancelDeletion(args)
      return done('kept')
  }
}

export default function Settings() {
  const { page, notifications, follows, secondFactor } = useLoaderData<typeof loader>()
  const { types, pausedUntil } = notifications
  return (
    <SettingsPage
      {...page}
      sent={useActionData<typeof action>()}
      notifications={(round) => (
        <>
          <NotificationForm key={round} types={types} />
          {(canDecline(notifications) || pausedUntil) && (
            <PauseForm pausedUntil={pausedUntil} timeZone={page.timeZone} />
          )}
        </>
      )}
      follows={<FollowList {...follows} />}
      secondStep={<SecondStepSummary {...secondFactor} timeZone={page.timeZone} />}
    />
  )
}
