import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readStaffMail } from '#features/mail/staff-mail.reads.server.ts'
import { StaffMailPage } from '#features/mail/ui/staff-mail.tsx'
import { entryTitle } from '#features/orders/order-timeline.rules.ts'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { narrow, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, found] = await readGuarded(args, requireStaffPage(args, '/ticket-management'), () =>
    readStaffMail(args, args.params.id ?? ''),
  )
  if (!found) throw notFound()
  return { ...found, title: entryTitle({ kind: 'mail', name: found.mail.kind, from: null }) }
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, { title: loaded?.title ?? 'Page Not Found', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) =>
    data
      ? [
          ...(data.mail.orderCode
            ? [
                {
                  label: `Order ${data.mail.orderCode}`,
                  to: paths.ticketManagementOrder(data.mail.orderCode),
                },
              ]
            : []),
          { label: data.title },
        ]
      : [],
}

/** Shows one mail: how its delivery went, and what it says. */
export default function StaffMailRoute() {
  const { mail, text, title } = useLoaderData<typeof loader>()
  return (
    <div className={stack[5]}>
      <PageHeader title={title} />
      <div className={narrow}>
        <StaffMailPage mail={mail} text={text} />
      </div>
    </div>
  )
}
