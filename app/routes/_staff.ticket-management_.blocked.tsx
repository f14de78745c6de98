import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readBuyerBlocks, readBuyerFacts } from '#features/orders/disputes/disputes.reads.server.ts'
import {
  addBlockSchema,
  blockBuyerSchema,
  blockQuerySchema,
  liftBlockSchema,
} from '#features/orders/disputes/disputes.schema.ts'
import {
  addBuyerBlock,
  blockBuyer,
  liftBuyerBlock,
} from '#features/orders/disputes/disputes.writes.server.ts'
import { BlockAddressForm } from '#features/orders/disputes/ui/block-address-form.tsx'
import { BlockBuyer } from '#features/orders/disputes/ui/block-buyer.tsx'
import { blockList } from '#features/orders/disputes/ui/block-list.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { readIntent } from '#server/form.server.ts'
import { narrow, stack } from '#ui/layout.css.ts'
import { StaffList } from '#ui/office/staff-list.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams
  const { order, person, kind, label } = blockQuerySchema.parse(Object.fromEntries(query))
  const [, [blocks, buyer]] = await readGuarded(
    args,
    requireStaffPage(args, '/ticket-management/blocked'),
    () =>
      Promise.all([
        readBuyerBlocks(args),
        order || person ? readBuyerFacts(args, { order, person: order ? null : person }) : null,
      ]),
  )
  return { blocks, buyer: buyer?.facts.length ? buyer : null, start: { kind, label } }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/ticket-management/blocked')
  const schemas = { add: addBlockSchema, block: blockBuyerSchema, lift: liftBlockSchema }
  const sent = await readIntent(args.request, schemas)
  if (sent.intent === 'lift') {
    if (!sent.form.ok) return sent.form.reply()
    const lifted = await liftBuyerBlock(args, sent.form.value.block)
    return lifted.ok ? redirect(paths.blockedBuyers()) : sent.form.refuse(lifted.refusal)
  }
  if (sent.intent === 'block') {
    if (!sent.form.ok) return sent.form.reply()
    const { orderId = null, personId = null, days = null, ...rest } = sent.form.value
    const blocked = await blockBuyer(args, { orderId, personId, days, ...rest })
    return blocked.ok ? redirect(paths.blockedBuyers()) : sent.form.refuse(blocked.refusal)
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
  const { blocks, buyer, start } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  const replyTo = (intent: string) => (reply?.initialValue?.intent === intent ? reply : null)
  return (
    <div className={stack[5]}>
      <StaffList
        list={blockList}
        data={blocks}
        query={{ after: null }}
        about="Nobody here can hold, order or pay. Block a buyer from an order, a dispute or their page under People."
      >
        {buyer && (
          <div className={narrow}>
            <BlockBuyer buyer={buyer} reply={replyTo('block')} />
          </div>
        )}
      </StaffList>
      {!buyer && <BlockAddressForm start={start} reply={replyTo('add')} />}
    </div>
  )
}
