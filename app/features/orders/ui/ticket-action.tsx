import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { isRefusalCode, sentenceOf } from '#core/refusals.ts'
import { printTicketCode } from '#core/ticket-code.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import {
  CheckboxField,
  FormErrors,
  PasswordField,
  SelectField,
  TextareaField,
  TextField,
} from '#ui/field.tsx'
import { Field } from '#ui/field-frame.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { Select } from '#ui/select.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { ticketActionSchema } from '../ticket-actions.schema.ts'
import type {
  ActionTarget,
  TicketActionName,
  TicketActionPreview,
  TicketActionResult,
} from '../ticket-actions.types.ts'

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Lists what each action is called: its page, what it says before, its button, and what it says after. */
export const actionTexts: Record<
  TicketActionName,
  {
    title: string
    text: string
    does: (count: number) => string
    button: string
    done: (count: number) => string
  }
> = {
  reissue: {
    title: 'New codes',
    text: 'For a lost or leaked ticket: it gets a new code, and the door refuses the old one.',
    does: (count) => `${counted(count, 'ticket')} will get a new code. Their buyers get an email.`,
    button: 'Give new codes',
    done: (count) => `${counted(count, 'ticket')} got a new code.`,
  },
  rename: {
    title: 'Change the name',
    text: 'The ticket keeps its code. The buyer gets an email.',
    does: () => 'The name of its holder will change.',
    button: 'Change the name',
    done: () => 'The name was changed.',
  },
  change_type: {
    title: 'Change the type',
    text: 'The ticket keeps its code. The buyer gets an email.',
    does: () => 'Its place moves to the new type’s room.',
    button: 'Change the type',
    done: () => 'The type was changed.',
  },
  call_off: {
    title: 'Call off a type change',
    text: 'The buyer no longer has to pay the difference, and the ticket stays as it is.',
    does: (count) =>
      `${counted(count, 'buyer')} will no longer be able to pay the difference. The place is released right away.`,
    button: 'Call it off',
    done: (count) => `${counted(count, 'change')} called off. Nothing was charged.`,
  },
  take_back: {
    title: 'Restore the earlier type',
    text: 'The payment for its type was lost to a dispute. The buyer gets an email.',
    does: (count) =>
      `${counted(count, 'ticket')} will go back to the earlier type as soon as it has a place, and will no longer be blocked.`,
    button: 'Restore the earlier type',
    done: (count) => `${counted(count, 'ticket')} back to the earlier type.`,
  },
  keep_type: {
    title: 'Keep the type',
    text: 'The payment for its type was lost to a dispute. The buyer gets no email.',
    does: (count) =>
      `${counted(count, 'ticket')} will keep the type, although nobody paid for it, and will no longer be blocked.`,
    button: 'Keep the type',
    done: (count) => `${counted(count, 'ticket')} no longer blocked.`,
  },
  void: {
    title: 'Cancel or refund tickets',
    text: 'Refunding and canceling are separate choices. Add-ons are canceled with the last ticket of their order; merch stays as it is.',
    does: (count) => `${counted(count, 'ticket')} can be canceled or refunded.`,
    button: 'Confirm',
    done: (count) => `${counted(count, 'ticket')} done.`,
  },
  vip: {
    title: 'Mark as VIP',
    text: 'The door sees the mark when the ticket is scanned. The buyer does not.',
    does: (count) => `${counted(count, 'ticket')} will be marked.`,
    button: 'Mark as VIP',
    done: (count) => `${counted(count, 'ticket')} marked.`,
  },
  unvip: {
    title: 'Remove the VIP mark',
    text: 'The door treats it like any other ticket.',
    does: (count) => `${counted(count, 'ticket')} will lose the mark.`,
    button: 'Remove the mark',
    done: (count) => `${counted(count, 'mark')} removed.`,
  },
}

const reasons: Record<string, string> = {
  unknown: 'No such ticket',
  no_tickets: 'No valid tickets',
  void: 'Already canceled',
  unpaid: 'Not paid',
  event_over: 'Event is over or canceled',
  blocked: 'Blocked by a dispute',
  in_transfer: 'Being transferred',
  inside: 'Holder is inside',
  in_package: 'Part of a package or table: choose all of it',
  refund_open: 'A refund is still in progress',
  supplement_open: 'The buyer has been asked to pay for another type',
  no_supplement: 'Nobody has been asked to pay for another type',
  type_settled: 'Its type was not lost to a dispute',
  same: 'Nothing to change',
  nothing_to_change: 'Nothing to refund',
}

/** Says why a ticket is skipped: by its state, or what a function refused. */
const reasonText = (reason: string) =>
  reasons[reason] ?? (isRefusalCode(reason) ? sentenceOf(reason) : reason)

const columnsOf = (currency: string): Column<ActionTarget>[] => [
  { key: 'holder', header: 'Holder', cell: ({ holder, asked }) => holder ?? asked },
  { key: 'code', header: 'Ticket', cell: ({ code }) => (code ? printTicketCode(code) : '—') },
  { key: 'type', header: 'Type', cell: ({ type }) => type ?? '—' },
  { key: 'order', header: 'Order', cell: ({ order, asked }) => order ?? asked },
  { key: 'event', header: 'Event', cell: ({ event }) => event ?? '—' },
  {
    key: 'cents',
    header: 'Paid',
    numeric: true,
    cell: ({ cents }) => (cents === null ? '—' : formatMoney(cents, currency)),
  },
]

/**
 * Shows what an action would do to tickets and which it would skip, and asks before anything changes; afterwards what was
 * done. Works without JavaScript.
 * @param ids what was selected: ids of tickets, codes of orders
 * @param chosen the type that one ticket is to become; null before one is chosen
 * @param override whether those inside are ended, too
 * @param reply the server's reply to the last try
 * @param result what was done, once it was
 * @param back the address to go back to
 */
export function TicketAction({
  action,
  preview,
  ids,
  chosen,
  override,
  idempotencyKey,
  reply,
  result,
  back,
}: {
  action: TicketActionName
  preview: TicketActionPreview
  ids: string[]
  chosen: string | null
  override: boolean
  idempotencyKey: string
  reply: SubmissionResult | null
  result: TicketActionResult | null
  back: string
}) {
  const backLink = (
    <LinkButton to={back} variant="secondary">
      Go back
    </LinkButton>
  )
  if (result) return <Result action={action} result={result} currency={preview.currency} back={back} />
  const targets = preview.tickets.filter(({ reason }) => reason === null)
  const skipped = preview.tickets.filter(({ reason }) => reason !== null)
  if (preview.tickets.length === 0)
    return (
      <EmptyState
        title="No tickets selected"
        text="Select tickets or orders in a list first."
        action={backLink}
      />
    )
  const type = preview.types.find(({ id }) => id === chosen) ?? null
  const insideCount = preview.tickets.filter(({ isInside }) => isInside).length
  const isReady = targets.length > 0 && (action !== 'change_type' || type !== null)
  const hidden = ids.map((id) => <input key={id} type="hidden" name="id" value={id} />)
  return (
    <div className={stack[5]}>
      <p data-testid="preview">
        {targets.length === 0
          ? 'None of these tickets can be changed this way.'
          : actionTexts[action].does(targets.length)}
        {skipped.length > 0 && targets.length > 0 && ` ${counted(skipped.length, 'ticket')} will be skipped.`}
      </p>
      {action === 'change_type' && targets.length === 1 && (
        <ChooseType preview={preview} chosen={chosen} hidden={hidden} />
      )}
      {action === 'void' && insideCount > 0 && (
        <Form method="get" className={cluster[3]}>
          {hidden}
          {!override && <input type="hidden" name="inside" value="on" />}
          <p className={text.small}>
            {override
              ? 'Tickets of people who are inside are included.'
              : `${counted(insideCount, 'ticket')} of people who are inside ${insideCount === 1 ? 'is' : 'are'} skipped.`}
          </p>
          <Button type="submit" variant="secondary" size="sm">
            {override ? 'Leave them out' : 'Include them'}
          </Button>
        </Form>
      )}
      {isReady && (
        <Confirm
          key={`${chosen} ${override}`}
          {...{ action, preview, targets, type, override, idempotencyKey, reply, hidden, backLink }}
        />
      )}
      {targets.length > 0 && (
        <Table
          caption={`Tickets (${targets.length})`}
          columns={columnsOf(preview.currency)}
          rows={targets}
          rowKey={({ asked, id }) => id ?? asked}
          empty={null}
        />
      )}
      {skipped.length > 0 && (
        <Table
          caption={`Skipped (${skipped.length})`}
          columns={[
            ...columnsOf(preview.currency).slice(0, 4),
            { key: 'reason', header: 'Why', cell: ({ reason }) => reason && reasonText(reason) },
          ]}
          rows={skipped}
          rowKey={({ asked, id }) => id ?? asked}
          empty={null}
        />
      )}
      {!isReady && <div>{backLink}</div>}
    </div>
  )
}

function ChooseType({
  preview,
  chosen,
  hidden,
}: {
  preview: TicketActionPreview
  chosen: string | null
  hidden: JSX.Element[]
}) {
  const options = preview.types.map(({ id, name, cents, left }) => ({
    value: id,
    label: `${name} · ${cents === null ? 'no price' : formatMoney(cents, preview.currency)}${left === null ? '' : `, ${left} left`}`,
    disabled: cents === null || left === 0,
  }))
  if (options.length === 0) return <Banner tone="neutral">This event has no other ticket type.</Banner>
  return (
    <Card as="section" aria-label="New type">
      <Form method="get" className={stack[4]}>
        {hidden}
        <Field id="new-type" label="New type" hint="At the current price, with fee and tax.">
          {(control) => (
            <Select
              {...control}
              name="type"
              defaultValue={chosen ?? ''}
              placeholder="Choose a type"
              options={options}
            />
          )}
        </Field>
        <div>
          <Button type="submit" variant={chosen ? 'secondary' : 'primary'}>
            Show the difference
          </Button>
        </div>
      </Form>
    </Card>
  )
}

function Confirm({
  action,
  preview,
  targets,
  type,
  override,
  idempotencyKey,
  reply,
  hidden,
  backLink,
}: {
  action: TicketActionName
  preview: TicketActionPreview
  targets: ActionTarget[]
  type: TicketActionPreview['types'][number] | null
  override: boolean
  idempotencyKey: string
  reply: SubmissionResult | null
  hidden: JSX.Element[]
  backLink: JSX.Element
}) {
  const navigation = useNavigation()
  const [form, fields] = useForm({
    id: 'ticket-action',
    lastResult: reply,
    constraint: getZodConstraint(ticketActionSchema),
    defaultValue: {
      voidTickets: 'on',
      refund: 'on',
      name: targets[0]?.holder ?? '',
      dearer: 'ask',
      askHours: '24',
    },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: ticketActionSchema }),
    shouldRevalidate: 'onInput',
  })
  const money = (cents: number) => formatMoney(cents, preview.currency)
  const difference = type ? (type.cents ?? 0) - (targets[0]?.cents ?? 0) : 0
  const needsProof = action === 'void' || action === 'change_type' || action === 'keep_type'
  return (
    <Card as="section" aria-label={actionTexts[action].title}>
      <Form method="post" {...getFormProps(form)} className={stack[5]}>
        {hidden}
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        {override && <input type="hidden" name="override" value="on" />}
        <FormErrors id={form.errorId} errors={form.errors} />
        {action === 'rename' && (
          <TextField meta={fields.name} label="Name of the holder" autoComplete="off" />
        )}
        {type && (
          <>
            <input type="hidden" name="type" value={type.id} />
            <input type="hidden" name="differenceCents" value={difference} />
            <p data-testid="difference">
              {difference === 0
                ? `${type.name} costs the same.`
                : difference < 0
                  ? `${type.name} costs ${money(-difference)} less.`
                  : `${type.name} costs ${money(difference)} more.`}
            </p>
            {difference < 0 && (
              <CheckboxField meta={fields.refund} label={`Refund the difference of ${money(-difference)}`} />
            )}
            {difference > 0 && (
              <>
                <SelectField
                  meta={fields.dearer}
                  label="The difference"
                  hint="If the buyer pays: a place is held, they get a payment link, and the ticket changes once it is paid."
                  options={[
                    { value: 'ask', label: `Buyer pays ${money(difference)}` },
                    { value: 'waive', label: `Waived: nobody pays ${money(difference)}` },
                  ]}
                />
                <TextField
                  meta={fields.askHours}
                  label="Hours to pay"
                  hint="1 to 168, no later than the end of the event. Only if the buyer pays."
                  inputMode="numeric"
                  autoComplete="off"
                />
              </>
            )}
          </>
        )}
        {action === 'void' && (
          <>
            <CheckboxField
              meta={fields.voidTickets}
              label="Cancel the tickets: they no longer get anyone in, and the places go back on sale"
            />
            {preview.addOns > 0 && (
              <p className={text.small} data-testid="add-ons-end">
                {`${counted(preview.addOns, 'add-on')} ${preview.addOns === 1 ? 'is' : 'are'} canceled with them, because no other ticket in the order is valid.`}
              </p>
            )}
            {preview.cents > 0 && (
              <CheckboxField
                meta={fields.refund}
                label={`Refund what they ${preview.addOns > 0 ? 'and the add-ons ' : ''}cost: ${money(preview.cents)}`}
              />
            )}
            {preview.waiting > 0 && (
              <Banner tone="warning">
                {`${counted(preview.waiting, 'order')} would be refunded more than $500, so a second admin has to approve ${preview.waiting === 1 ? 'it' : 'them'}. ${preview.waiting === 1 ? 'Its' : 'Their'} tickets stay valid until then.`}
              </Banner>
            )}
          </>
        )}
        <TextareaField meta={fields.reason} label="Reason" hint="Only staff see it." rows={2} />
        {needsProof && !preview.isProven && (
          <PasswordField
            meta={fields.currentPassword}
            label="Your password"
            autoComplete="current-password"
          />
        )}
        <div className={cluster[3]}>
          <Button
            type="submit"
            variant={action === 'void' ? 'danger' : 'primary'}
            busy={navigation.state === 'submitting'}
          >
            {actionTexts[action].button}
          </Button>
          {backLink}
        </div>
      </Form>
    </Card>
  )
}

function Result({
  action,
  result,
  currency,
  back,
}: {
  action: TicketActionName
  result: TicketActionResult
  currency: string
  back: string
}) {
  return (
    <div className={stack[5]}>
      <Banner
        tone={result.tickets > 0 ? 'success' : 'neutral'}
        title={
          result.asked > 0
            ? 'The buyer gets an email with a link to pay the difference.'
            : result.tickets > 0
              ? actionTexts[action].done(result.tickets)
              : 'Nothing was changed.'
        }
        announce
      >
        {result.asked > 0 && 'A place of the new type is held until then. The ticket stays as it is. '}
        {result.refundedCents > 0 && `${formatMoney(result.refundedCents, currency)} will be refunded. `}
        {result.waiting > 0 && `${counted(result.waiting, 'refund')} wait for a second admin.`}
      </Banner>
      {result.skipped.length > 0 && (
        <Table
          caption={`Skipped (${result.skipped.length})`}
          columns={[
            { key: 'holder', header: 'Holder', cell: ({ holder, asked }) => holder ?? asked },
            { key: 'code', header: 'Ticket', cell: ({ code }) => (code ? printTicketCode(code) : '—') },
            { key: 'reason', header: 'Why', cell: ({ reason }) => reasonText(reason) },
          ]}
          rows={result.skipped}
          rowKey={({ asked, code }) => code ?? asked}
          empty={null}
        />
      )}
      <div>
        <LinkButton to={back}>Go back</LinkButton>
      </div>
    </div>
  )
}

/** Returns the address that an action goes back to: the attendee list it came from, the one order it is about, or the list. */
export function actionBack(
  preview: TicketActionPreview,
  { list, event }: { list: string | null; event: string | null },
): string {
  if (list === 'attendees') return paths.attendees({ event })
  const [order, another] = [...new Set(preview.tickets.map((ticket) => ticket.order))]
  return order && another === undefined ? paths.ticketManagementOrder(order) : paths.ticketManagement()
}
