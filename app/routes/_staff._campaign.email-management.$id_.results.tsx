import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import {
  chooseCampaignSubject,
  listCampaignRecipients,
  readCampaignResults,
  recipientsQuerySchema,
} from '#features/mail/results/results.reads.server.ts'
import { CampaignResultsView } from '#features/mail/results/ui/campaign-results.tsx'
import { RecipientList } from '#features/mail/results/ui/recipient-list.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requirePermission } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { Banner } from '#ui/banner.tsx'
import { stack } from '#ui/layout.css.ts'

export async function loader(args: LoaderFunctionArgs) {
  const id = z.uuid().safeParse(args.params.id).data
  const query = recipientsQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [, found] = await readGuarded(args, requirePermission(args, 'manage_campaigns'), async () =>
    id ? Promise.all([readCampaignResults(args, id), listCampaignRecipients(args, id, query)]) : null,
  )
  const [results, recipients] = found ?? []
  if (!results || !recipients) throw notFound()
  return { results, recipients }
}

export async function action(args: ActionFunctionArgs) {
  await requirePermission(args, 'manage_campaigns')
  const id = z.uuid().safeParse(args.params.id).data
  const subject = z.enum(['a', 'b']).safeParse((await args.request.formData()).get('subject')).data
  if (!id || !subject) throw notFound()
  const chosen = await chooseCampaignSubject(args, id, subject)
  return chosen.ok
    ? redirect(paths.campaignResults(id))
    : data({ refusal: refusalSentence(chosen.refusal) }, refusalStatus(chosen.refusal))
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Results', noindex: true })

export const handle: StaffHandle = { crumbs: () => [{ label: 'Results' }] }

/** What came of a campaign, and its recipients. */
export default function CampaignResultsRoute() {
  const { results, recipients } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.refusal
  return (
    <div className={stack[6]}>
      {refusal && <Banner tone="danger">{refusal}</Banner>}
      <CampaignResultsView results={results} />
      {results.run && <RecipientList campaignId={results.id} list={recipients} />}
    </div>
  )
}
