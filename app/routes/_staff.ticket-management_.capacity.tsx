import { data, type LoaderFunctionArgs, type MetaFunction, type SerializeFrom } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { everyEvent } from '#core/office-choices.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readCapacityBoard } from '#features/orders/capacity/capacity.reads.server.ts'
import { capacityQuerySchema, saleChangeKinds } from '#features/orders/capacity/capacity.schema.ts'
import { CapacityBoard } from '#features/orders/capacity/ui/capacity-board.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuardedList, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { stack } from '#ui/layout.css.ts'
import { ListTools } from '#ui/office/list-tools.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { touchLink } from '#ui/touch-link.css.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Capacity', description: 'What is sold, held and left.', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  const query = Object.fromEntries(new URL(args.request.url).searchParams)
  const { event } = capacityQuerySchema.parse(query)
  const [, list] = await readGuardedList(
    args,
    requireStaffPage(args, '/ticket-management/capacity'),
    async () => ({ read: await readCapacityBoard(args, event) }),
  )
  if (list && !list.read) throw notFound()
  const done = z.enum(saleChangeKinds).safeParse(query.done).data ?? null
  return data({ read: list?.read ?? null, event, done }, { status: list ? 200 : 500 })
}

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  event: {
    of: (data) => data?.read?.board?.event.id ?? data?.event ?? null,
    to: (id) => paths.capacity({ event: id }),
    all: paths.ticketManagement({ event: everyEvent }),
  },
}

/** Shows what of an event is sold, held and left, and leads to the changes of its sale. */
export default function CapacityPage() {
  const { read, done } = useLoaderData<typeof loader>()
  const event = read?.board?.event.id
  return (
    <div className={stack[5]}>
      <PageHeader title="Capacity" text="What is sold, held and left right now." />
      <CapacityBoard
        read={read}
        done={done}
        tools={
          <>
            {event && (
              <Link to={paths.staffWaitlist({ event })} className={touchLink}>
                Waitlist
              </Link>
            )}
            <ListTools page={null} csv={event ? paths.adminExport('capacity', { event }) : null} />
          </>
        }
      />
    </div>
  )
}
