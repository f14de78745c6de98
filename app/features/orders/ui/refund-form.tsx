import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { type ReactNode, useId } from 'react'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { refundSentence } from '#core/refund-policy.ts'
import { ticketStates } from '#core/states.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextInput } from '#ui/controls.tsx'
import { CheckboxField, FormErrors, PasswordField, TextareaField } from '#ui/field.tsx'
import { Field } from '#ui/field-frame.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { refundFormSchema } from '../order-desk.schema.ts'
import type { RefundPreview, StaffOrderDetail } from '../order-desk.types.ts'
import * as css from './staff-order.css.ts'

/**
 * Shows what a refund would be, to the cent, and asks before any money moves. The amount can be changed first, which shows
 * it again; both work without JavaScript.
 * @param preview null before there is anything to confirm
 * @param fault what is wrong with the typed amount
 * @param tickets the ids of the chosen tickets; empty for a free amount
 * @param reply the server's reply to the last try
 */
export function RefundForm({
  order,
  preview,
  fault,
  tickets,
  typedAmount,
  ...rest
}: {
  order: StaffOrderDetail
  preview: RefundPreview | null
  fault: string | null
  tickets: string[]
  typedAmount: string
  idempotencyKey: string
  reply: SubmissionResult | null
}) {
  const amountId = useId()
  const count = order.tickets.filter(
    ({ id, status }) => ticketStates[status].isValid && tickets.includes(id),
  ).length
  const most = formatMoney(preview?.mostCents ?? order.refundableCents, order.currency)
  const withAddOns = preview?.addOns.some(({ backCents }) => backCents > 0)
  const fromTickets = tickets.map((id) => <input key={id} type="hidden" name="id" value={id} />)
  return (
    <div className={stack[5]}>
      <Card as="section" aria-label="Amount">
        <Form method="get" className={stack[4]}>
          {fromTickets}
          <Field
            id={amountId}
            label="Amount"
            errors={fault === null ? [] : [fault]}
            hint={
              count > 0
                ? `Leave empty to refund what the selected ${ticketsText(count)} cost. At most ${most}.${withAddOns ? ' The same share of the add-ons is refunded, too.' : ''}`
                : `At most ${most}. To refund tickets, select them on the order's page.`
            }
          >
            {(control) => (
              <TextInput
                {...control}
                name="amount"
                inputMode="decimal"
                autoComplete="off"
                defaultValue={typedAmount}
              />
            )}
          </Field>
          <div className={cluster[3]}>
            <Button type="submit" variant="secondary">
              Update preview
            </Button>
            {!preview && <GoBack code={order.code} />}
          </div>
        </Form>
      </Card>
      {preview && <Confirm {...{ order, preview, tickets, ...rest }}>{fromTickets}</Confirm>}
    </div>
  )
}

const ticketsText = (count: number) => (count === 1 ? 'ticket' : `${count} tickets`)

function GoBack({ code }: { code: string }) {
  return (
    <LinkButton to={paths.ticketManagementOrder(code)} variant="secondary">
      Go back
    </LinkButton>
  )
}

/** Lists what becomes of the order's add-ons if the tickets end. */
function AddOns({ preview, money }: { preview: RefundPreview; money: (cents: number) => string }) {
  return preview.addOns.map(({ name, quantity, backCents, isHanded }) => (
    <p key={name} className={text.small} data-testid="add-on-back">
      {isHanded
        ? `${quantity} × ${name} was already handed over, so it isn’t refunded.`
        : `If the tickets are canceled, ${quantity} × ${name} is canceled too, because no other ticket in the order is valid${backCents > 0 ? `: ${money(backCents)} of the amount` : ''}.`}
    </p>
  ))
}

/** Says what the refund comes to, and asks for its reason. */
function Confirm({
  order,
  preview,
  tickets,
  idempotencyKey,
  reply,
  children,
}: {
  order: StaffOrderDetail
  preview: RefundPreview
  tickets: string[]
  idempotencyKey: string
  reply: SubmissionResult | null
  children: ReactNode
}) {
  const navigation = useNavigation()
  const [form, fields] = useForm({
    id: 'refund-form',
    lastResult: reply,
    constraint: getZodConstraint(refundFormSchema),
    defaultValue: {
      sendMoney: 'on',
      voidTickets: tickets.length > 0 ? 'on' : '',
      restock: 'on',
      notify: 'on',
    },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: refundFormSchema }),
    shouldRevalidate: 'onInput',
  })
  const money = (cents: number) => formatMoney(cents, order.currency)
  const many = ticketsText(preview.tickets)
  // The add-ons go back with the tickets that end.
  const isEnding = fields.voidTickets.value === 'on'
  const backCents = isEnding ? preview.endingCents : preview.amountCents
  const hasMoney = backCents > 0
  return (
    <Card as="section" aria-labelledby="refund-title">
      <Form method="post" {...getFormProps(form)} className={stack[5]}>
        {children}
        <input type="hidden" name="amountCents" value={preview.amountCents} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <div className={stack[2]}>
          <h2 id="refund-title" className={css.large}>
            {hasMoney ? `Refund of ${money(backCents)}` : `Cancel the ${many}`}
          </h2>
          {preview.supplementCents > 0 && (
            <p className={text.small} data-testid="supplement-back">
              {`If the tickets are canceled, ${money(preview.supplementCents)} paid to upgrade the ticket type is refunded, too.`}
            </p>
          )}
          <AddOns preview={preview} money={money} />
          <p className={text.small}>
            {hasMoney
              ? `${money(isEnding ? preview.keptEndingCents : preview.keptCents)} of the payment is kept.`
              : `There is nothing left to refund for the ${many}.`}
          </p>
          <p className={text.small}>
            {`Bought under: ${refundSentence(preview.policy)}`}
            {preview.policyCents !== null &&
              preview.policy &&
              ` Under that policy, the refund for the selected ${many} is ${money(preview.policyCents)}.`}
          </p>
        </div>
        {preview.needsSecondPerson && (
          <Banner tone="warning">
            This order’s refunds would be above $500, so a second admin has to approve it. Tickets stay valid
            until then.
          </Banner>
        )}
        <FormErrors id={form.errorId} errors={form.errors} />
        {preview.amountCents > 0 && (
          <CheckboxField meta={fields.sendMoney} label={`Refund ${money(backCents)} to the card`} />
        )}
        {preview.tickets > 0 && (
          <CheckboxField meta={fields.voidTickets} label={`Cancel the selected ${many}: no entry`} />
        )}
        {preview.tickets > 0 && (
          <CheckboxField
            meta={fields.restock}
            label="Put their places back on sale. Otherwise the capacity goes down"
          />
        )}
        {preview.isPart && (
          <CheckboxField
            meta={fields.split}
            label="Split the package or table: its other tickets stay valid"
          />
        )}
        <CheckboxField meta={fields.notify} label={`Email ${order.name} when the money is on its way`} />
        {preview.inside > 0 && (
          <CheckboxField
            meta={fields.overrideInside}
            label={`${preview.inside} of them ${preview.inside === 1 ? 'is' : 'are'} already inside. Cancel anyway`}
          />
        )}
        <TextareaField
          meta={fields.reason}
          label="Reason"
          hint="For the records. The buyer doesn’t see it."
          rows={2}
        />
        {!order.isProven && (
          <PasswordField
            meta={fields.currentPassword}
            label="Your password"
            autoComplete="current-password"
          />
        )}
        <div className={cluster[3]}>
          <Button type="submit" variant="danger" busy={navigation.state === 'submitting'}>
            {preview.needsSecondPerson
              ? 'Request this refund'
              : hasMoney
                ? `Refund ${money(backCents)}`
                : `Cancel the ${many}`}
          </Button>
          <GoBack code={order.code} />
        </div>
      </Form>
    </Card>
  )
}
