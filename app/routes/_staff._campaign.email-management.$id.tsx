import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import {
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useSearchParams,
} from '@remix-run/react'
import * as z from 'zod'
import { campaignStates } from '#core/campaign-states.ts'
import {
  previewCampaign,
  readCampaign,
  readCardNames,
} from '#features/mail/campaigns/campaign.reads.server.ts'
import { firstNameOf, takeCampaignForm } from '#features/mail/campaigns/take-campaign-form.server.ts'
import * as css from '#features/mail/campaigns/ui/campaign.css.ts'
import { CampaignContent, CampaignSummary } from '#features/mail/campaigns/ui/campaign-editor.tsx'
import { CampaignPreview } from '#features/mail/campaigns/ui/campaign-preview.tsx'
import { CampaignSteps, CampaignTimeline } from '#features/mail/campaigns/ui/campaign-steps.tsx'
import { useCampaign } from '#features/mail/campaigns/use-campaign.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { errorResponse, notFound } from '#server/api.server.ts'
import { takeFlash } from '#server/flash.server.ts'
import { Banner } from '#ui/banner.tsx'

/** Reads how the campaign looks now, once it is known that its reader may see it. */
export async function loader(args: LoaderFunctionArgs) {
  const id = z.uuid().safeParse(args.params.id).data
  const [actor, campaign] = await readGuarded(args, requireStaffPage(args, '/email-management'), async () =>
    id ? readCampaign(args, id) : null,
  )
  if (!campaign) throw notFound()
  const [preview, cardNames] = await Promise.all([
    previewCampaign(campaign.id, firstNameOf(actor)),
    readCardNames(args, campaign),
  ])
  if (!preview) throw notFound()
  return { preview, cardNames, refusal: takeFlash(args, campaign.id) }
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireStaffPage(args, '/email-management')
  const id = z.uuid().safeParse(args.params.id).data
  if (!id) throw notFound()
  const fields = await args.request.formData().catch(() => {
    throw errorResponse(400, "We couldn't read that form.")
  })
  return await takeCampaignForm(args, actor, id, fields)
}

/** Reads how it looks again after each form, refused ones too: another person may have saved it meanwhile. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod === 'POST' || defaultShouldRevalidate

const doneTexts: Record<string, string> = {
  submitted: 'Submitted: another admin reviews it',
  approved: 'Approved. Schedule it, or send it now',
  changes: 'Sent back with what has to change',
  scheduled: 'Scheduled',
  sending: 'It goes out in a moment',
  reopened: 'Back in draft',
  stopped: 'Canceled',
  paused: 'Paused',
  resumed: 'Sending again',
  template: 'Template saved',
  copied: 'Duplicated as this draft',
}

/** The content of a campaign: its editor while it is a draft, how it looks, and what may be done next. */
export default function CampaignContentRoute() {
  const campaign = useCampaign()
  const { preview, cardNames, refusal } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  const done = doneTexts[useSearchParams()[0].get('done') ?? '']
  return (
    <>
      {done && !refusal && !reply && <Banner tone="success" title={done} announce />}
      <div className={css.columns}>
        <div className={css.column}>
          {campaignStates[campaign.state].canBeEdited ? (
            <CampaignContent campaign={campaign} cardNames={cardNames} reply={reply} />
          ) : (
            <CampaignSummary campaign={campaign} />
          )}
          <CampaignTimeline campaign={campaign} />
        </div>
        <div className={css.column}>
          <CampaignSteps campaign={campaign} hints={preview.hints} refusal={refusal} />
          <CampaignPreview preview={preview} />
        </div>
      </div>
    </>
  )
}
