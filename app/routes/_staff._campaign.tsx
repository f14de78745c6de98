import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { Outlet, type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readCampaign } from '#features/mail/campaigns/campaign.reads.server.ts'
import { CampaignFrame } from '#features/mail/campaigns/ui/campaign-frame.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'

/** Reads the campaign for its frame and for the tab inside it, which gets it as the outlet's context. */
export async function loader(args: LoaderFunctionArgs) {
  const id = z.uuid().safeParse(args.params.id).data
  const [, campaign] = await readGuarded(args, requireStaffPage(args, '/email-management'), async () =>
    id ? readCampaign(args, id) : null,
  )
  if (!campaign) throw notFound()
  return { campaign }
}

/** Reads the campaign again after each form, refused ones too: another person may have saved it. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod === 'POST' || defaultShouldRevalidate

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, { title: loaded ? `Edit ${loaded.campaign.name}` : 'Page Not Found', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) => (data ? [{ label: data.campaign.name, to: paths.campaign(data.campaign.id) }] : []),
}

/** A campaign around its tabs. */
export default function CampaignRoute() {
  const { campaign } = useLoaderData<typeof loader>()
  return (
    <CampaignFrame campaign={campaign}>
      <Outlet context={{ campaign }} />
    </CampaignFrame>
  )
}
