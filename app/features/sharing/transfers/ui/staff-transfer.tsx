import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, Link, useNavigation } from '@remix-run/react'
import { formatMoment } from '#core/event-time.ts'
import * as paths from '#core/staff-paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors, TextField } from '#ui/field.tsx'
import { stack } from '#ui/layout.css.ts'
import { type Column, Table } from '#ui/table.tsx'
import { staffStopTexts } from '../transfers.rules.ts'
import { staffTransferForms } from '../transfers.schema.ts'
import type { StaffTransfer } from '../transfers.types.ts'

const stateNames: Record<StaffTransfer['transfers'][number]['state'], string> = {
  offered: 'Offered',
  accepted: 'Accepted',
  declined: 'Declined',
  cancelled: 'Taken back',
  expired: 'Expired',
}

/** A ticket's transfers for staff: offering it in its holder's place, taking an offer back, and what happened so far. */
export function StaffTransferPanel({
  ticket,
  reply,
}: {
  ticket: StaffTransfer
  reply: SubmissionResult | null
}) {
  const { transfers, timeZone, now } = ticket
  const moment = (at: string) => formatMoment(at, timeZone, now)
  const columns: Column<StaffTransfer['transfers'][number]>[] = [
    { key: 'at', header: 'Offered', cell: ({ at }) => moment(at) },
    { key: 'from', header: 'From', cell: ({ from, byStaff }) => (byStaff ? `${from} (by staff)` : from) },
    { key: 'to', header: 'To', cell: ({ to, toEmail }) => toEmail ?? to ?? 'Anyone with the link' },
    {
      key: 'state',
      header: 'State',
      cell: ({ state, closedAt, expiresAt }) =>
        closedAt ? `${stateNames[state]}, ${moment(closedAt)}` : `Open until ${moment(expiresAt)}`,
    },
  ]
  const isOpen = transfers.some(({ state }) => state === 'offered')
  return (
    <>
      <Card as="section" className={stack[4]}>
        <p>
          {ticket.typeName} for {ticket.title}, held by {ticket.holder} ({ticket.holderEmail}).{' '}
          <Link to={paths.ticketManagementOrder(ticket.orderCode)}>Order {ticket.orderCode}</Link>
        </p>
        {isOpen ? (
          <TransferForm intent="cancel" reply={reply} />
        ) : ticket.stop ? (
          <p>{staffStopTexts[ticket.stop]}</p>
        ) : (
          <TransferForm intent="offer" reply={reply} />
        )}
      </Card>
      <Table
        caption="Transfers of this ticket"
        columns={columns}
        rows={transfers}
        rowKey={({ id }) => id}
        empty="Never transferred"
      />
    </>
  )
}

function TransferForm({ intent, reply }: { intent: 'offer' | 'cancel'; reply: SubmissionResult | null }) {
  const schema = staffTransferForms[intent]
  const [form, fields] = useForm<{ to?: string; reason: string }>({
    id: `staff-${intent}`,
    lastResult: reply,
    constraint: getZodConstraint(schema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Form method="post" {...getFormProps(form)} className={stack[4]}>
      <input type="hidden" name="intent" value={intent} />
      <FormErrors id={form.errorId} errors={form.errors} />
      {intent === 'offer' && (
        <TextField
          meta={fields.to}
          label="Their email or username"
          hint="They get an email and accept the ticket themselves. The money stays with the buyer."
          autoComplete="off"
        />
      )}
      <TextField meta={fields.reason} label="Reason" hint="For the log." autoComplete="off" />
      <div>
        <Button type="submit" busy={useNavigation().state === 'submitting'}>
          {intent === 'offer' ? 'Offer ticket' : 'Take offer back'}
        </Button>
      </div>
    </Form>
  )
}
