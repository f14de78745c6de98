import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { findCards, readCampaignTemplates } from '#features/mail/campaigns/campaign.reads.server.ts'
import { newCampaignSchema } from '#features/mail/campaigns/campaign.schema.ts'
import { createCampaign } from '#features/mail/campaigns/campaign.writes.server.ts'
import { NewCampaignForm } from '#features/mail/campaigns/ui/new-campaign-form.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { readForm } from '#server/form.server.ts'
import { narrow } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const kind = new URL(args.request.url).searchParams.get('kind') === 'notice' ? 'notice' : 'marketing'
  const [, found] = await readGuarded(args, requireStaffPage(args, '/email-management'), () =>
    Promise.all([
      readCampaignTemplates(args),
      kind === 'notice' ? findCards(args, 'events', '', []) : Promise.resolve([]),
    ]),
  )
  const [{ templates }, events] = found
  return { kind, templates, events } as const
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/email-management')
  const form = await readForm(args.request, newCampaignSchema)
  if (!form.ok) return form.reply()
  const created = await createCampaign(args, form.value)
  return created.ok ? redirect(paths.campaign(created.value)) : form.refuse(created.refusal)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'New campaign', noindex: true })

export const handle: StaffHandle = { crumbs: () => [{ label: 'New campaign' }] }

/** Makes a draft of a campaign, or of a notice to the ticket holders of an event. */
export default function NewCampaign() {
  const { kind, templates, events } = useLoaderData<typeof loader>()
  return (
    <div className={narrow}>
      <PageHeader
        title={kind === 'notice' ? 'New notice' : 'New campaign'}
        text={
          kind === 'notice'
            ? 'Goes to everybody with a ticket for one event, and offers nothing.'
            : 'Goes to people who agreed to get news.'
        }
      />
      <NewCampaignForm
        key={kind}
        kind={kind}
        templates={templates}
        events={events}
        reply={useActionData<typeof action>() ?? null}
      />
    </div>
  )
}
