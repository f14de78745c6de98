import type { SubmissionResult } from '@conform-to/react'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { readEventPromoter } from '#features/sharing/promoters/promoters.reads.server.ts'
import {
  eventPromoterSchema,
  promoterIntentSchema,
  promotersQuerySchema,
} from '#features/sharing/promoters/promoters.schema.ts'
import {
  endEventPromoter,
  makePromoterLink,
  saveEventPromoter,
  sendPromoterLink,
} from '#features/sharing/promoters/promoters.writes.server.ts'
import { PromoterActions, PromoterForm } from '#features/sharing/promoters/ui/promoter-form.tsx'
import { listChoosableEvents } from '#features/staff/staff.reads.server.ts'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requirePermission, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { Banner } from '#ui/banner.tsx'
import { narrow, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { event } = promotersQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const isNew = args.params.id === 'new'
  const [, [promoter, events]] = await readGuarded(args, requireStaffPage(args, '/free-tickets'), () =>
    Promise.all([
      isNew ? null : readEventPromoter(args, args.params.id ?? ''),
      listChoosableEvents(args, { q: '', chosen: event }),
    ]),
  )
  if (!isNew && !promoter) throw notFound()
  const offered = promoter
    ? [{ value: promoter.event.id, label: promoter.event.title }]
    : events.map(({ id, title }) => ({ value: id, label: title }))
  return { promoter, event, events: offered }
}

/** What became of the form: messages at its fields, or of a button below the title. */
type Answer = { reply: SubmissionResult | null; refusal?: string; link?: string; isSent?: boolean }

const replyWith = ({ data: reply, init }: { data: SubmissionResult; init: ResponseInit | null }) =>
  data<Answer>({ reply }, init ?? undefined)

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/free-tickets')
  await requirePermission(args, 'manage_promoters')
  const one = promoterIntentSchema
  const schemas = { save: eventPromoterSchema, send: one, copy: one, end: one }
  const sent = await readIntent(args.request, schemas, 'save')
  const { id = 'new' } = args.params
  if (!sent.form.ok) return replyWith(sent.form.reply())
  if (sent.intent === 'save') {
    const { event } = sent.form.value
    const saved = await saveEventPromoter(args, id === 'new' ? null : id, sent.form.value)
    return saved.ok ? redirect(paths.eventPromoters({ event })) : replyWith(sent.form.refuse(saved.refusal))
  }
  const buttons = { send: sendPromoterLink, copy: makePromoterLink, end: endEventPromoter }
  const done = await buttons[sent.intent](args, sent.form.value.promoter)
  if (!done.ok) {
    const refusal = refusalSentence(done.refusal)
    return data<Answer>({ reply: null, refusal }, refusalStatus(done.refusal))
  }
  if (sent.intent === 'end') return redirect(paths.eventPromoters())
  return data<Answer>(done.value === null ? { reply: null, isSent: true } : { reply: null, link: done.value })
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Promoter', noindex: true })

export const handle: StaffHandle = {
  crumbs: () => [{ label: 'Promoters', to: paths.eventPromoters() }, { label: 'Promoter' }],
}

/** Adds a promoter to an event, or changes one. */
export default function EventPromoterRoute() {
  const { promoter, event, events } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className={stack[5]}>
      <PageHeader
        title={promoter?.name ?? 'Add promoter'}
        actions={promoter && !promoter.endedAt && <PromoterActions promoter={promoter} />}
      />
      {answer?.refusal && <Banner tone="danger">{answer.refusal}</Banner>}
      {answer?.isSent && <Banner tone="success">The links are on their way.</Banner>}
      {answer?.link && (
        <Banner tone="success" title="Copy this personal link now: it’s shown only once.">
          <a href={answer.link}>{answer.link}</a>
        </Banner>
      )}
      <div className={narrow}>
        <PromoterForm promoter={promoter} eventId={event} events={events} reply={answer?.reply ?? null} />
      </div>
    </div>
  )
}
