import { randomUUID } from 'node:crypto'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readMyStatement, readPromoterPage } from '#features/sharing/promoters/promoters.reads.server.ts'
import { addNamesSchema } from '#features/sharing/promoters/promoters.schema.ts'
import { addMyGuests } from '#features/sharing/promoters/promoters.writes.server.ts'
import { sharedEvents } from '#features/sharing/promoters/shared-events.server.ts'
import { PromoterEvents, StatementFile } from '#features/sharing/promoters/ui/promoter-page.tsx'
import { StatementRows } from '#features/sharing/promoters/ui/statement.tsx'
import { readGuarded, requireMember } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { classNames } from '#ui/class-names.ts'
import { page as pageWidth, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Promoter', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store' })

/** Reads the caller's own page. Statements stay readable after the grants of their events have ended. */
export async function loader(args: LoaderFunctionArgs) {
  const [, [page, statement]] = await readGuarded(args, requireMember(args), () =>
    Promise.all([readPromoterPage(args), readMyStatement(args)]),
  )
  if (!page || !statement) throw notFound()
  return { page, events: sharedEvents(page), statement, idempotencyKey: randomUUID() }
}

/** Adds names to a guest list of the caller's. */
export async function action(args: ActionFunctionArgs) {
  await requireMember(args)
  const form = await readForm(args.request, addNamesSchema)
  if (!form.ok) return form.reply()
  const added = await addMyGuests(args, form.value)
  return added.ok ? redirect(paths.promoter(), 303) : form.refuse(added.refusal)
}

/** Shows promoters their own events, links, figures and commission. */
export default function PromoterRoute() {
  const { page, events, statement, idempotencyKey } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div className={classNames(pageWidth, stack[6])}>
      <PageHeader title="Promoter" text={page.name} actions={<StatementFile />} />
      <PromoterEvents
        page={page}
        events={events}
        names={{ action: paths.promoter(), idempotencyKey, reply }}
      />
      <section className={stack[4]} aria-labelledby="commission-title">
        <h2 id="commission-title">Commission</h2>
        <StatementRows statement={statement} most={20} />
      </section>
    </div>
  )
}
