import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { type ShouldRevalidateFunction, useFetcher, useLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readMyBell } from '#features/community/bell/bell.reads.server.ts'
import { readBellSchema } from '#features/community/bell/bell.schema.ts'
import { markNotificationsRead } from '#features/community/bell/bell.writes.server.ts'
import { NotificationList } from '#features/community/bell/ui/notification-list.tsx'
import { readGuarded, requireMember } from '#server/actor.server.ts'
import { errorResponse } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Notifications', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store' })

export async function loader(args: LoaderFunctionArgs) {
  const from = new URL(args.request.url).searchParams.get('from')
  const [, page] = await readGuarded(args, requireMember(args), () => readMyBell(args, from))
  return page
}

/** Marks as read: by the button, and by the page that was open for a while. */
export async function action(args: ActionFunctionArgs) {
  await requireMember(args)
  const form = await readForm(args.request, readBellSchema)
  if (!form.ok) throw errorResponse(422, 'Please choose from the list.')
  await markNotificationsRead(args, form.value.until)
  return form.value.seen ? null : redirect(paths.notifications(), 303)
}

/** The seconds that an open page waits before what it shows counts as read. */
const seenAfter = 2

/** Keeps showing what was new when the page was opened, while its number in the header goes. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formData, defaultShouldRevalidate }) =>
  formData?.has('seen') ? false : defaultShouldRevalidate

export default function Notifications() {
  const page = useLoaderData<typeof loader>()
  const { submit } = useFetcher()
  const until = page.items.find(({ isUnread }) => isUnread)?.at
  useEffect(() => {
    if (!until) return
    const timer = setTimeout(
      () => submit({ until, seen: 'yes' }, { method: 'post', action: paths.notifications() }),
      seenAfter * 1000,
    )
    return () => clearTimeout(timer)
  }, [until, submit])
  return <NotificationList {...page} />
}
