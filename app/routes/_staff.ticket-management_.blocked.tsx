import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readBuyerBlocks } from '#features/orders/disputes/disputes.reads.server.ts'
import { addBlockSchema, liftBlockSchema } from '#features/orders/disputes/disputes.schema.ts'
import { addBuyerBlock, liftBuyerBlock } from '#features/orders/disputes/disputes.writes.server.ts'
import { BlockList } from '#features/orders/disputes/ui/block-list.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { readIntent } from '#server/form.server.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, blocks] = await readGuarded(args, requireStaffPage(args, '/ticket-management/blocked'), () =>
    readBuyerBlocks(args),
  )
  const query = new URL(args.request.url).searchParams
  const kind = addBlockSchema.shape.kind.catch('email').parse(query.get('kind'))
  const start = { kind, label: query.get('label')?.slice(0, 254) ?? '' }
  return { blocks, start, now: new Date().toISOString() }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/ticket-management/blocked')
  const sent = await readIntent(args.request, { add: addBlockSchema, lift: liftBlockSchema })
  if (sent.intent === 'lift') {
    if (!sent.form.ok) return sent.form.reply()
    const lifted = await liftBuyerBlock(args, sent.form.value.block)
    return lifted.ok ? redirect(paths.blockedBuyers()) : sent.form.refuse(lifted.refusal)
  }
  if (!sent.form.ok) return sent.form.reply()
  const added = await addBuyerBlock(args, { ...sent.form.value, days: sent.form.value.days ?? null })
  return added.ok ? redirect(paths.blockedBuyers()) : sent.form.refuse(added.refusal)
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Blocked buyers', noindex: true })

export const handle: StaffHandle = {}

/** Lists who may not buy, and changes the list. */
export default function BlockedBuyersRoute() {
  const { blocks, start, now } = useLoaderData<typeof loader>()
  return (
    <div>
      <PageHeader title="Blocked buyers" text="Nobody here can hold, order or pay." />
      <BlockList
        {...{ blocks, start, now }}
        timeZone="America/New_York"
        reply={useActionData<typeof action>() ?? null}
      />
    </div>
  )
}
