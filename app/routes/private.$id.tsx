import type { SubmissionResult } from '@conform-to/react'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { continueAsGuest } from '#features/accounts/accounts.writes.server.ts'
import {
  checkEventPassword,
  isPasswordWanted,
  unlockEvent,
} from '#features/events/event-password.writes.server.ts'
import { eventPasswordSchema } from '#features/events/public/event-password.schema.ts'
import { EventPasswordForm } from '#features/events/public/ui/event-password-form.tsx'
import { readForm } from '#server/form.server.ts'
import { readIdentity } from '#server/session.server.ts'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Private event', description: 'Enter the password to open it.', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store' })

/** Opens an event's page. */
const openEvent = (id: string, search: string) => redirect(paths.event(id) + search, 303)

/**
 * Shows the form for the password of an event, and nothing of the event. One that needs no password, and an unknown one, are the
 * business of the event's page.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { id = '' } = args.params
  const { search } = new URL(args.request.url)
  if (!(await isPasswordWanted(args, id))) throw openEvent(id, search)
  return { id, search }
}

/** Has no guard: whoever knows the password may open the event, and wrong ones are limited. */
export async function action(args: ActionFunctionArgs) {
  const { id = '' } = args.params
  const { search } = new URL(args.request.url)
  const form = await readForm(args.request, eventPasswordSchema)
  if (!form.ok) return replyWith(form.reply())
  if (!(await isPasswordWanted(args, id))) return openEvent(id, search)
  const identity = await readIdentity(args)
  const checked = await checkEventPassword(args, id, form.value.password, identity?.id ?? null)
  if (!checked.ok) return replyWith(form.refuse(checked.refusal))
  // A visitor gets the session that the unlock belongs to only now, because wrong passwords make no accounts.
  const account = await continueAsGuest(args)
  if (!account.ok) return replyWith(form.refuse(account.refusal))
  const unlocked = await unlockEvent(account.value.id, checked.value)
  return unlocked.ok ? openEvent(id, search) : replyWith(form.refuse(unlocked.refusal))
}

function replyWith(reply: { data: SubmissionResult; init: ResponseInit | null }) {
  return data<SubmissionResult>(reply.data, reply.init ?? undefined)
}

export default function PrivateEvent() {
  const { id, search } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader title="This event is private" text="Enter the password from your invitation." />
        <Card>
          <EventPasswordForm eventId={id} search={search} reply={reply} />
        </Card>
      </div>
    </div>
  )
}
