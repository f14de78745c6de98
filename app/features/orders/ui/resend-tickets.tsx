import { Form } from '@remix-run/react'
import { useId } from 'react'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Textarea } from '#ui/controls.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field-frame.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { type Column, Table } from '#ui/table.tsx'
import type { MailSkipReason, TicketMailPreview, TicketMailResult } from '../orders.types.ts'

const reasons: Record<MailSkipReason, string> = {
  unknown: 'No such order',
  erased: 'Its buyer was erased',
  cancelled: 'Canceled',
  unpaid: 'Not paid',
  no_tickets: 'No valid tickets',
  event_over: 'Event is over',
  on_its_way: 'First email is still on its way',
  just_sent: 'Emailed in the last 10 minutes',
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

type Previewed = TicketMailPreview['orders'][number]

const columns: Column<Previewed>[] = [
  { key: 'code', header: 'Order', cell: ({ code }) => code },
  { key: 'buyer', header: 'Buyer', cell: ({ name }) => name ?? '—' },
  { key: 'email', header: 'Email', cell: ({ email }) => email ?? '—' },
  { key: 'event', header: 'Event', cell: ({ event }) => event ?? '—' },
]
const skippedColumns: Column<Previewed>[] = [
  ...columns,
  { key: 'reason', header: 'Why', cell: ({ reason }) => reason && reasons[reason] },
]

/**
 * Shows which orders would get their tickets by email again and which are skipped, and asks before anything is sent.
 * @param result what was done, once it was
 * @param refusal why nothing was done
 * @param back the address of the list that the orders were selected in
 */
export function ResendTickets({
  preview,
  result,
  refusal,
  idempotencyKey,
  back,
}: {
  preview: TicketMailPreview
  result: TicketMailResult | null
  refusal: string | null
  idempotencyKey: string
  back: string
}) {
  const reasonId = useId()
  if (result) return <Result result={result} back={back} />
  const mailed = preview.orders.filter(({ reason }) => reason === null)
  const skipped = preview.orders.filter(({ reason }) => reason !== null)
  const waiting = skipped.filter(({ reason }) => reason === 'just_sent')
  const backLink = (
    <LinkButton to={back} variant="secondary">
      Back to orders
    </LinkButton>
  )
  if (preview.orders.length === 0)
    return <EmptyState title="No orders selected" text="Select orders in the list first." action={backLink} />
  return (
    <div className={stack[5]}>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      <p data-testid="preview">
        {mailed.length === 0
          ? 'None of the selected orders can be emailed.'
          : `${counted(preview.mails, 'email')} will be sent for ${counted(mailed.length, 'order')}.`}
        {skipped.length > 0 && mailed.length > 0 && ` ${counted(skipped.length, 'order')} will be skipped.`}
      </p>
      {mailed.length > 0 && (
        <Table
          caption="To be emailed"
          columns={columns}
          rows={mailed}
          rowKey={({ code }) => code}
          empty={null}
        />
      )}
      {skipped.length > 0 && (
        <Table
          caption="Skipped"
          columns={skippedColumns}
          rows={skipped}
          rowKey={({ code }) => code}
          empty={null}
        />
      )}
      <Form method="post" className={stack[4]}>
        {[...mailed, ...waiting].map(({ code }) => (
          <input key={code} type="hidden" name="id" value={code} />
        ))}
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        {waiting.length > 0 && (
          <Field
            id={reasonId}
            label="Reason to send again right away"
            hint={`${counted(waiting.length, 'order')} had this email less than 10 minutes ago. With a reason ${waiting.length === 1 ? 'it is' : 'they are'} emailed too.`}
            optional={mailed.length > 0}
          >
            {(control) => (
              <Textarea
                {...control}
                name="hurryReason"
                rows={2}
                required={mailed.length === 0}
                maxLength={500}
              />
            )}
          </Field>
        )}
        <div className={cluster[3]}>
          {mailed.length > 0 ? (
            <Button type="submit">Send {counted(preview.mails, 'email')}</Button>
          ) : (
            waiting.length > 0 && <Button type="submit">Send again now</Button>
          )}
          {backLink}
        </div>
      </Form>
    </div>
  )
}

function Result({ result, back }: { result: TicketMailResult; back: string }) {
  const skipped = result.orders.flatMap(({ code, reason }) => (reason ? [{ code, reason }] : []))
  return (
    <div className={stack[5]}>
      <Banner
        tone={result.mails > 0 ? 'success' : 'neutral'}
        title={
          result.mails > 0
            ? `${counted(result.mails, 'email')} queued for ${counted(result.orders.length - skipped.length, 'order')}.`
            : 'No emails were sent.'
        }
        announce
      />
      {skipped.length > 0 && (
        <Table
          caption="Skipped"
          columns={resultColumns}
          rows={skipped}
          rowKey={({ code }) => code}
          empty={null}
        />
      )}
      <div>
        <LinkButton to={back}>Back to orders</LinkButton>
      </div>
    </div>
  )
}

const resultColumns: Column<{ code: string; reason: MailSkipReason }>[] = [
  { key: 'code', header: 'Order', cell: ({ code }) => code },
  { key: 'reason', header: 'Why', cell: ({ reason }) => reasons[reason] },
]
