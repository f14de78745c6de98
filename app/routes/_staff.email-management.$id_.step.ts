import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import * as z from 'zod'
import * as paths from '#core/paths.ts'
import { resolveWallTime } from '#features/events/staff/wall-time.server.ts'
import { readCampaign } from '#features/mail/campaigns/campaign.reads.server.ts'
import { campaignSteps } from '#features/mail/campaigns/campaign.schema.ts'
import { takeCampaignStep } from '#features/mail/campaigns/take-campaign-step.server.ts'
import { requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'

/** Leads back to the campaign whoever opens the address of its steps. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaffPage(args, '/email-management')
  const id = z.uuid().safeParse(args.params.id).data
  if (!id) throw notFound()
  return redirect(paths.campaign(id))
}

/** Takes a step of a campaign: review, schedule, pause and the like. */
export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/email-management')
  const id = z.uuid().safeParse(args.params.id).data
  const campaign = id ? await readCampaign(args, id) : null
  if (!campaign) throw notFound()
  const step = await readIntent(args.request, campaignSteps)
  return await takeCampaignStep(
    args,
    campaign,
    step,
    (wall) => resolveWallTime(wall, campaign.timeZone)?.at ?? null,
  )
}
