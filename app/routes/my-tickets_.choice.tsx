import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { linkTokenSchema } from '#core/account-fields.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { eventChoiceFormSchema } from '#features/orders/event-changes/event-changes.schema.ts'
import {
  type ChosenOrder,
  chooseEventChange,
  readEventChoice,
} from '#features/orders/event-changes/event-changes.writes.server.ts'
import { EventChoicePanel } from '#features/orders/event-changes/ui/event-choice.tsx'
import { requireActor } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Keep or refund', noindex: true })

/** Forbids caches, and referrers to other sites: the address may hold a link's token. */
export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

export const handle = { pageParams: ['token', 'order', 'done'] }

/** Reads whose order the address means: a link proves access to its mailbox; without one it is an order of the person who is signed in. */
async function readOrder(args: LoaderFunctionArgs): Promise<ChosenOrder | null> {
  const { searchParams } = new URL(args.request.url)
  const token = searchParams.get('token')
  if (token !== null) return linkTokenSchema.safeParse(token).success ? { token } : null
  const actor = await requireActor(args)
  return { owner: actor.id, code: searchParams.get('order') ?? '' }
}

/** Shows what may be chosen. Opening a link changes nothing: programs that check mail open links. */
export async function loader(args: LoaderFunctionArgs) {
  const order = await readOrder(args)
  const choice = order && (await readEventChoice(order))
  if (!choice && order && 'owner' in order) throw notFound()
  return { choice, done: new URL(args.request.url).searchParams.has('done') }
}

export async function action(args: ActionFunctionArgs) {
  const order = await readOrder(args)
  if (!order) throw notFound()
  const form = await readForm(args.request, eventChoiceFormSchema)
  if (!form.ok) return data({ refusal: 'Please reload the page and try again' }, { status: 422 })
  const chosen = await chooseEventChange(order, form.value.choice)
  if (!chosen.ok)
    return data({ refusal: refusalSentence(chosen.refusal) }, { status: refusalStatus(chosen.refusal) })
  const query = 'token' in order ? { token: order.token } : { order: order.code }
  return redirect(paths.eventChoice({ ...query, done: '' }), 303)
}

/** Says where the holder of an order chooses what becomes of the tickets after the event's date changed. */
export default function EventChoicePage() {
  const { choice, done } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.refusal ?? null
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader title={choice?.isOpen ? 'Keep or refund' : 'Your order'} />
        {choice ? (
          <EventChoicePanel choice={choice} refusal={refusal} done={done} />
        ) : (
          <>
            <Banner tone="warning" title="This link no longer works.">
              <p>
                The deadline to choose has passed, or the event was changed again. The last email we sent you
                counts.
              </p>
            </Banner>
            <div>
              <LinkButton to={paths.myTickets()}>My tickets</LinkButton>
            </div>
          </>
        )}
      </div>
    </div>
  )
}
