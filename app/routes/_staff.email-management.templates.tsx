import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { may } from '#core/roles.ts'
import { readCampaignTemplates } from '#features/mail/campaigns/campaign.reads.server.ts'
import { templateStepSchema } from '#features/mail/campaigns/campaign.schema.ts'
import { archiveTemplate, restoreTemplate } from '#features/mail/campaigns/campaign.writes.server.ts'
import { TemplateList } from '#features/mail/campaigns/ui/template-list.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requirePermission, requireStaffPage } from '#server/actor.server.ts'
import { errorResponse } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { Banner } from '#ui/banner.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [actor, templates] = await readGuarded(args, requireStaffPage(args, '/email-management'), () =>
    readCampaignTemplates(args),
  )
  return { templates, mayManage: may(actor, 'manage_campaigns') }
}

export async function action(args: ActionFunctionArgs) {
  await requirePermission(args, 'manage_campaigns')
  const { intent, form } = await readIntent(args.request, {
    restore: templateStepSchema,
    archive: templateStepSchema,
    unarchive: templateStepSchema,
  })
  if (!form.ok) throw errorResponse(422, 'Please reload the page and try again.')
  const { template, version = 1 } = form.value
  const did =
    intent === 'restore'
      ? await restoreTemplate(args, template, version)
      : await archiveTemplate(args, template, intent === 'archive')
  return did.ok
    ? { refusal: null }
    : data({ refusal: refusalSentence(did.refusal) }, { status: refusalStatus(did.refusal) })
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Campaign templates', noindex: true })

export const handle: StaffHandle = { crumbs: () => [{ label: 'Templates' }] }

/** Lists the templates that campaigns begin with, and their versions. */
export default function CampaignTemplatesRoute() {
  const { templates, mayManage } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <div className={stack[5]}>
      <PageHeader title="Campaign templates" text="Save a campaign as a template to add one." />
      {result && (
        <Banner
          tone={result.refusal ? 'danger' : 'success'}
          title={result.refusal ?? 'Template saved'}
          announce
        />
      )}
      <TemplateList data={templates} mayManage={mayManage} />
    </div>
  )
}
