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
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { readMyAllocations } from '#features/sharing/allocations/allocations.reads.server.ts'
import { allocationForms } from '#features/sharing/allocations/allocations.schema.ts'
import { handOnPlace, takeBackPlace } from '#features/sharing/allocations/allocations.writes.server.ts'
import { AllocationCard, NewLink } from '#features/sharing/allocations/ui/my-allocations.tsx'
import { readGuarded, requireMember } from '#server/actor.server.ts'
import { readEnv } from '#server/env.server.ts'
import { readIntent } from '#server/form.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { narrow, page, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Places to hand out', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

export async function loader(args: LoaderFunctionArgs) {
  const [, read] = await readGuarded(args, requireMember(args), () => readMyAllocations(args))
  return read
}

/** Hands a place on and shows its link once, or takes one back. */
export async function action(args: ActionFunctionArgs) {
  const actor = await requireMember(args)
  const sent = await readIntent(args.request, allocationForms)
  if (!sent.form.ok) {
    const [fault = ''] = Object.values(sent.form.reply().data.error ?? {}).flatMap(
      (messages) => messages ?? [],
    )
    return data({ fault, allocation: String(sent.fields.get('allocation')), made: null }, { status: 422 })
  }
  if (sent.intent === 'back') {
    const taken = await takeBackPlace(actor, sent.form.value.place)
    if (taken.ok) return redirect(paths.myAllocations(), 303)
    return data(
      { fault: refusalSentence(taken.refusal), allocation: null, made: null },
      { status: refusalStatus(taken.refusal) },
    )
  }
  const { allocation, name } = sent.form.value
  const handed = await handOnPlace(actor, allocation, name)
  if (!handed.ok)
    return data(
      { fault: refusalSentence(handed.refusal), allocation, made: null },
      { status: refusalStatus(handed.refusal) },
    )
  const made = handed.value && { name, url: readEnv().SITE_URL + handed.value }
  return data({ fault: null, allocation, made }, { status: 200 })
}

/** Lists the places that the reader hands on, and hands on the next. */
export default function MyAllocationsRoute() {
  const { allocations, now } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader title="Places to hand out" />
        {reply?.made && <NewLink {...reply.made} />}
        {reply?.fault && reply.allocation === null && <Banner tone="danger" title={reply.fault} announce />}
        {allocations.map((allocation) => (
          <AllocationCard
            key={allocation.id}
            allocation={allocation}
            now={now}
            fault={reply?.allocation === allocation.id ? (reply.fault ?? null) : null}
          />
        ))}
        {allocations.length === 0 && (
          <EmptyState
            title="No places to hand out"
            action={<LinkButton to={paths.myTickets()}>My tickets</LinkButton>}
          />
        )}
      </div>
    </div>
  )
}
