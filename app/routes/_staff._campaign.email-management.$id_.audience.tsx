import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { campaignStates } from '#core/campaign-states.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { draftOf, draftOfForm, readDraft, takeStep } from '#features/mail/audiences/audience-draft.rules.ts'
import {
  countAudience,
  listAudiences,
  readAudienceChoices,
  readCampaignAudience,
} from '#features/mail/audiences/audiences.reads.server.ts'
import { audienceFormSchema } from '#features/mail/audiences/audiences.schema.ts'
import { saveCampaignAudience } from '#features/mail/audiences/audiences.writes.server.ts'
import type { AudienceAnswer } from '#features/mail/audiences/ui/audience-editor.tsx'
import { CampaignAudience } from '#features/mail/audiences/ui/campaign-audience.tsx'
import { readCampaign } from '#features/mail/campaigns/campaign.reads.server.ts'
import { useCampaign } from '#features/mail/campaigns/use-campaign.ts'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'

const page = '/email-management'

/** Says whom a campaign's kind reaches: those who agreed to its category, or the holders of its event. */
async function reachOf(args: LoaderFunctionArgs) {
  const id = z.uuid().safeParse(args.params.id).data
  const campaign = id ? await readCampaign(args, id) : null
  if (!campaign) throw notFound()
  return { campaign, reach: { category: campaign.category, event: campaign.event?.id ?? null } }
}

export async function loader(args: LoaderFunctionArgs) {
  const copied = new URL(args.request.url).searchParams.get('from')
  const [, [{ campaign, reach }, choices, saved]] = await readGuarded(
    args,
    requireStaffPage(args, page),
    () => Promise.all([reachOf(args), readAudienceChoices(args), listAudiences(args)]),
  )
  const stored = await readCampaignAudience(args, campaign.id)
  if (!stored) throw notFound()
  const audience = saved.audiences.find(({ id }) => id === copied)?.definition ?? stored
  const counted = await countAudience(args, audience, reach)
  const start: AudienceAnswer = {
    draft: draftOf(audience),
    name: '',
    problems: {},
    refusal: null,
    count: counted.ok ? counted.value : null,
  }
  return { start, choices, saved: saved.audiences.map(({ id, name }) => ({ id, name })) }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, page)
  const form = await args.request.formData()
  const step = String(form.get('step') ?? 'save')
  const { campaign, reach } = await reachOf(args)
  const draft = takeStep(draftOfForm(form), step)
  const { audience, problems } = readDraft(draft)
  const counted = await countAudience(args, audience, reach)
  const isSaved = step === 'save'
  const built: AudienceAnswer = {
    draft,
    name: '',
    problems: isSaved ? problems : {},
    refusal: counted.ok ? null : refusalSentence(counted.refusal),
    count: counted.ok ? counted.value : null,
  }
  if (!isSaved) return data(built)
  if (Object.keys(problems).length > 0) return data(built, { status: 422 })
  const version = audienceFormSchema.safeParse(Object.fromEntries(form)).data?.version ?? 0
  const saved = await saveCampaignAudience(args, campaign.id, version, audience)
  return saved.ok
    ? redirect(paths.campaignAudience(campaign.id))
    : data({ ...built, refusal: refusalSentence(saved.refusal) }, refusalStatus(saved.refusal))
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Audience', noindex: true })

export const handle: StaffHandle = { crumbs: () => [{ label: 'Audience' }] }

/** Chooses who a campaign goes to. */
export default function CampaignAudienceRoute() {
  const { id, version, kind, state } = useCampaign()
  const { start, choices, saved } = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  const { canBeEdited = false } = campaignStates[state]
  return (
    <CampaignAudience
      campaignId={id}
      version={version}
      isNotice={kind === 'notice'}
      isOpen={canBeEdited}
      start={answered ?? start}
      choices={choices}
      saved={saved}
    />
  )
}
