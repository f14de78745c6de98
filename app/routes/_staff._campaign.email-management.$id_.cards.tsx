import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { findCards } from '#features/mail/campaigns/campaign.reads.server.ts'
import { blockCardsSchema, cardQuerySchema } from '#features/mail/campaigns/campaign.schema.ts'
import { readBlock, saveBlock } from '#features/mail/campaigns/campaign-blocks.server.ts'
import { BlockCards } from '#features/mail/campaigns/ui/block-cards.tsx'
import { useCampaign } from '#features/mail/campaigns/use-campaign.ts'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const [, found] = await readGuarded(args, requireStaffPage(args, '/email-management'), async () => {
    const { q } = cardQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
    const { block } = await readBlock(args)
    if (block.kind !== 'events' && block.kind !== 'products') throw notFound()
    const chosen = block.kind === 'events' ? block.events : block.products
    return {
      block: block.id,
      kind: block.kind,
      chosen,
      search: q,
      found: await findCards(args, block.kind, q, chosen),
    }
  })
  return found
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/email-management')
  const { campaign, block } = await readBlock(args)
  if (block.kind !== 'events' && block.kind !== 'products') throw notFound()
  const form = await readForm(args.request, blockCardsSchema)
  if (!form.ok) {
    const [message] = Object.values(form.submission.reply().error ?? {}).flat()
    return data({ refusal: message ?? refusalSentence({ code: 'invalid', facts: {} }) }, { status: 422 })
  }
  const { version, chosen } = form.value
  const changed = block.kind === 'events' ? { ...block, events: chosen } : { ...block, products: chosen }
  const saved = await saveBlock(args, campaign, version, changed)
  return saved.ok
    ? redirect(`${paths.campaign(campaign.id)}#block-${block.id}`)
    : data({ refusal: refusalSentence(saved.refusal) }, { status: refusalStatus(saved.refusal) })
}

export const handle: StaffHandle = { crumbs: () => [{ label: 'Cards' }] }

/** Chooses the events or products that a block of a campaign shows. */
export default function BlockCardsRoute() {
  const { id, version } = useCampaign()
  const found = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.refusal ?? null
  return <BlockCards campaignId={id} version={version} {...found} refusal={refusal} />
}
