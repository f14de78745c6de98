import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readPromoterStatement } from '#features/sharing/promoters/promoters.reads.server.ts'
import { payCommissionSchema } from '#features/sharing/promoters/promoters.schema.ts'
import { payCommission } from '#features/sharing/promoters/promoters.writes.server.ts'
import { PayCommission, StatementRows } from '#features/sharing/promoters/ui/statement.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { narrow, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, statement] = await readGuarded(args, requireStaffPage(args, '/free-tickets'), () =>
    readPromoterStatement(args, args.params.id ?? ''),
  )
  if (!statement) throw notFound()
  return { statement }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/free-tickets')
  const { id = '' } = args.params
  const form = await readForm(args.request, payCommissionSchema)
  if (!form.ok) return form.reply()
  const paid = await payCommission(args, id, form.value)
  return paid.ok ? redirect(paths.promoterCommission(id)) : form.refuse(paid.refusal)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Commission', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (page) => [
    { label: 'Promoters', to: paths.eventPromoters() },
    { label: page?.statement.name ?? 'Commission' },
  ],
}

/** Shows the commission of one promoter, and marks what is due as paid. */
export default function PromoterCommission() {
  const { statement } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div className={stack[5]}>
      <PageHeader
        title={`Commission of ${statement.name}`}
        actions={
          <LinkButton
            to={paths.promoterCommissionFile(statement.promoterId)}
            variant="secondary"
            reloadDocument
          >
            Download statement (CSV)
          </LinkButton>
        }
      />
      <StatementRows statement={statement} most={200} />
      {statement.dueCents > 0 && (
        <div className={narrow}>
          <PayCommission statement={statement} reply={reply} />
        </div>
      )}
    </div>
  )
}
