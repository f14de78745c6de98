import type { ReactNode } from 'react'
import { campaignStates } from '#core/campaign-states.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import type { CampaignEditor } from '../campaign.types.ts'
import { campaignTabPaths } from '../campaign-tabs.ts'
import * as css from './campaign.css.ts'

/** Surrounds every tab of a campaign: its name and state, and the tabs. */
export function CampaignFrame({ campaign, children }: { campaign: CampaignEditor; children: ReactNode }) {
  const { label, tone } = campaignStates[campaign.state]
  const others = campaignTabPaths(campaign)
  return (
    <div className={stack[5]}>
      <PageHeader
        title={campaign.name}
        text={
          <span className={css.facts}>
            <Badge tone={tone}>{label}</Badge>
            <span>
              {campaign.event ? `Notice to ticket holders of ${campaign.event.title}` : 'To subscribers'}
              {campaign.author && `, by ${campaign.author}`}
            </span>
          </span>
        }
      />
      {others.length > 0 && (
        <LinkTabs
          label="Parts of the campaign"
          tabs={[{ to: paths.campaign(campaign.id), label: 'Content' }, ...others]}
        />
      )}
      {children}
    </div>
  )
}
