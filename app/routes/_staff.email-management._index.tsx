import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { may } from '#core/roles.ts'
import { listCampaigns } from '#features/mail/campaigns/campaign.reads.server.ts'
import { campaignsQuerySchema } from '#features/mail/campaigns/campaign.schema.ts'
import { campaignList } from '#features/mail/campaigns/ui/campaign-list.tsx'
import { readStaffList } from '#server/staff-list.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { StaffList } from '#ui/office/staff-list.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Email management', description: 'Campaigns and subscribers.', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  const { actor, list, query } = await readStaffList(
    args,
    '/email-management',
    campaignsQuerySchema,
    listCampaigns,
  )
  const mayManage = may(actor, 'manage_campaigns')
  return data({ list, query, mayManage }, { status: list === null ? 500 : 200 })
}

/** Lists campaigns: all for admins, their own for campaign authors. */
export default function EmailManagement() {
  const { list, query, mayManage } = useLoaderData<typeof loader>()
  return (
    <StaffList
      list={campaignList}
      data={list}
      query={query}
      actions={
        <>
          {mayManage && (
            <LinkButton to={paths.mailWordings()} variant="secondary" size="sm">
              Wording
            </LinkButton>
          )}
          <LinkButton to={paths.campaignTemplates()} variant="secondary" size="sm">
            Templates
          </LinkButton>
          <LinkButton to={paths.campaignNew({ kind: 'notice' })} variant="secondary" size="sm">
            New notice
          </LinkButton>
          <LinkButton to={paths.campaignNew()} size="sm">
            New campaign
          </LinkButton>
        </>
      }
    />
  )
}
