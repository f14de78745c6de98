import { Form, Link } from '@remix-run/react'
import * as z from 'zod'
import { formatMoment } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { Lines, Time } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import type { BuyerBlock, BuyerBlocks } from '../disputes.types.ts'
import { blockKinds } from './block-buyer.tsx'

/** The blocks on buying that are in force, on one page: whom, why, and where each comes from. */
export const blockList = defineStaffList({
  name: 'blocked',
  title: 'Blocked buyers',
  noun: { one: 'block', many: 'blocks' },
  query: z.object({ after: z.null().catch(null).default(null) }),
  path: () => paths.blockedBuyers(),
  rows: ({ blocks }: BuyerBlocks) => blocks,
  next: () => null,
  total: ({ blocks }) => ({ count: blocks.length }),
  rowKey: ({ id }: BuyerBlock) => id,
  caption: () => 'Blocked buyers, newest first',
  empty: {
    title: () => 'Nobody is blocked',
    more: 'No more blocks',
    text: () => 'Blocked buyers can’t hold, order or pay.',
  },
  columns: [
    {
      key: 'label',
      header: 'Blocked',
      cell: ({ label, personId }) =>
        personId ? <Link to={paths.userManagementPerson(personId)}>{label}</Link> : label,
    },
    { key: 'kind', header: 'Kind', cell: ({ kind }) => blockKinds[kind] },
    { key: 'reason', header: 'Reason', phone: 'wide', cell: ({ reason }) => reason },
    {
      key: 'from',
      header: 'Added',
      cell: ({ orderCode, by, createdAt }, { timeZone, now }) => (
        <Lines>
          <Time at={createdAt}>{formatMoment(createdAt, timeZone, now)}</Time>
          <span>
            {by}
            {by && orderCode && ', '}
            {orderCode && (
              <>
                order <Link to={paths.ticketManagementOrder(orderCode)}>{orderCode}</Link>
              </>
            )}
          </span>
        </Lines>
      ),
    },
    {
      key: 'until',
      header: 'Until',
      cell: ({ expiresAt }, { timeZone, now }) =>
        expiresAt ? <Time at={expiresAt}>{formatMoment(expiresAt, timeZone, now)}</Time> : 'For good',
    },
    {
      key: 'lift',
      header: 'Action',
      phone: 'end',
      cell: ({ id, label }) => (
        <Form method="post">
          <input type="hidden" name="intent" value="lift" />
          <input type="hidden" name="block" value={id} />
          <Button type="submit" variant="secondary" size="sm" aria-label={`Unblock ${label}`}>
            Unblock
          </Button>
        </Form>
      ),
    },
  ],
})
