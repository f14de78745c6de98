import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation, useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { FormErrors, TextField } from '#ui/field.tsx'
import * as folds from '#ui/fold.css.ts'
import { stack } from '#ui/layout.css.ts'
import { offerText, stopText } from '../transfers.rules.ts'
import { offerTransferSchema } from '../transfers.schema.ts'
import type { Transfers } from '../transfers.types.ts'
import * as css from './ticket-transfer.css.ts'

type About = {
  id: string
  typeName: string
  holderName: string
}

/**
 * Lets the holder of a ticket hand it to somebody, or take an open offer back; says why where neither is possible.
 * @param transfer how the ticket stands; undefined for one whose event is over
 * @param zone IANA zone of the event
 * @param now the moment the page was read, ISO 8601
 * @param reply the reply to the form about this ticket that was sent last; null where the last one was another
 */
export function TicketTransfer({
  ticket,
  transfer,
  zone,
  now,
  reply,
}: {
  ticket: About
  transfer: Transfers['tickets'][number] | undefined
  zone: string
  now: string
  reply: SubmissionResult | null
}) {
  if (transfer?.offer) {
    return (
      <div className={css.open} data-testid="open-transfer">
        <p>{offerText(transfer.offer, zone, now)}</p>
        <TransferForm ticket={ticket.id} intent="cancel-transfer">
          {reply && <FormErrors id={`cancel-${ticket.id}`} errors={reply.error?.[''] ?? undefined} />}
          <Submit ticket={ticket.id} intent="cancel-transfer">
            Cancel transfer
          </Submit>
        </TransferForm>
      </div>
    )
  }
  if (!transfer || transfer.stop === 'not_held') return null
  if (transfer.stop) {
    const text = stopText(transfer.stop)
    return text && <p className={css.note}>{text}</p>
  }
  return <OfferForm ticket={ticket} reply={reply} />
}

function OfferForm({
  ticket: { id, typeName, holderName },
  reply,
}: {
  ticket: About
  reply: SubmissionResult | null
}) {
  const [form, fields] = useForm({
    id: `transfer-${id}`,
    lastResult: reply,
    constraint: getZodConstraint(offerTransferSchema),
    onValidate: (sent) => parseWithZod(sent.formData, { schema: offerTransferSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <details
      className={`${folds.fold} ${css.room}`}
      open={reply !== null || undefined}
      data-testid="transfer"
    >
      <summary className={folds.summary} aria-label={`Transfer: ${typeName}, ${holderName}`}>
        Transfer
      </summary>
      <div className={stack[4]}>
        <TransferForm ticket={id} intent="transfer" form={getFormProps(form)}>
          <input type="hidden" name="by" value="person" />
          <FormErrors id={form.errorId} errors={form.errors} />
          <TextField
            meta={fields.to}
            label="Their email or username"
            hint="They accept within 48 hours, and before doors. Until then you can cancel. Once they accept, your code stops working, and any refund still goes to the person who paid."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <Submit ticket={id} intent="transfer">
            Send offer
          </Submit>
        </TransferForm>
        <div className={css.other}>
          <TransferForm ticket={id} intent="transfer">
            <input type="hidden" name="by" value="link" />
            <p>Or make a link and send it yourself. Anyone who has it can take the ticket.</p>
            <Submit ticket={id} intent="transfer">
              Make a link
            </Submit>
          </TransferForm>
        </div>
      </div>
    </details>
  )
}

function TransferForm(props: {
  ticket: string
  intent: string
  form?: ReturnType<typeof getFormProps>
  children: ReactNode
}) {
  // A visitor by a link stays on the page of the link.
  const order = useSearchParams()[0].get('order')
  return (
    <Form
      method="post"
      action={paths.myTickets({ order })}
      {...props.form}
      className={stack[3]}
      preventScrollReset
    >
      <input type="hidden" name="intent" value={props.intent} />
      <input type="hidden" name="ticket" value={props.ticket} />
      {props.children}
    </Form>
  )
}

function Submit(props: { ticket: string; intent: string; children: string }) {
  const { formData } = useNavigation()
  const isBusy = formData?.get('ticket') === props.ticket && formData.get('intent') === props.intent
  return (
    <Button type="submit" variant="secondary" busy={isBusy}>
      {props.children}
    </Button>
  )
}

/**
 * Makes what the page of tickets renders at each of them.
 * @param wallet the tickets by event
 * @param now the moment the page was read, ISO 8601
 * @param reply the reply to the form about a transfer that was sent last; null for none
 */
export function transferExtras(
  wallet: readonly { event: { timeZone: string }; tickets: readonly About[] }[],
  { tickets: transfers }: Transfers,
  now: string,
  reply: SubmissionResult | null,
): (ticket: About) => ReactNode {
  const zones = new Map(wallet.flatMap(({ event, tickets }) => tickets.map(({ id }) => [id, event.timeZone])))
  return (ticket) => (
    <TicketTransfer
      ticket={ticket}
      transfer={transfers.find(({ ticketId }) => ticketId === ticket.id)}
      zone={zones.get(ticket.id) ?? 'UTC'}
      now={now}
      reply={reply?.initialValue?.ticket === ticket.id ? reply : null}
    />
  )
}
