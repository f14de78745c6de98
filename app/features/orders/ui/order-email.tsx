import type { SubmissionResult } from '@conform-to/react'
import * as paths from '#core/paths.ts'
import { ticketStates } from '#core/states.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CheckboxField, PasswordField, TextareaField, TextField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { canMailTickets } from '../order-desk.rules.ts'
import { correctEmailSchema, sendOnceSchema } from '../order-desk.schema.ts'
import type { StaffOrderDetail } from '../order-desk.types.ts'

type Props = {
  order: StaffOrderDetail
  idempotencyKey: string
  reply: SubmissionResult | null
}

const replyTo = ({ reply }: Props, intent: string) => (reply?.initialValue?.intent === intent ? reply : null)

/**
 * Offers to correct the email of an order for good, and to send its tickets to another address once.
 * @param idempotencyKey of either form
 * @param reply the server's reply to the last form
 */
export function OrderEmail(props: Props) {
  return (
    <div className={stack[5]}>
      <CorrectEmail {...props} />
      {canMailTickets(props.order) && <SendOnce {...props} />}
      <div>
        <LinkButton to={paths.ticketManagementOrder(props.order.code)} variant="secondary">
          Back to the order
        </LinkButton>
      </div>
    </div>
  )
}

function CorrectEmail(props: Props) {
  const { order, idempotencyKey } = props
  const { form, fields, busy } = useIntentForm(correctEmailSchema, {
    intent: 'correct',
    reply: replyTo(props, 'correct'),
    defaultValue: { newCodes: 'on' },
  })
  const valid = order.tickets.some(({ status }) => ticketStates[status].isValid)
  return (
    <Card as="section" aria-labelledby="correct-title" className={stack[4]}>
      <h2 id="correct-title">Correct the email</h2>
      <p className={text.small}>
        {`All emails about this order go to the new address from now on. Links sent to ${order.email} stop working, and both addresses get an email.`}
        {order.isMember && ' The email of the member’s account stays as it is.'}
      </p>
      <IntentForm form={form} intent="correct" action={paths.ticketManagementEmail(order.code)}>
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <TextField meta={fields.email} label="New email" type="email" autoComplete="off" />
        {valid && (
          <CheckboxField
            meta={fields.newCodes}
            label="Give the tickets new codes: the old address has the ones that work now"
          />
        )}
        <TextareaField meta={fields.reason} label="Reason" hint="Only staff see it." rows={2} />
        <Proof order={order} meta={fields.currentPassword} />
        <div className={cluster[3]}>
          <Button type="submit" busy={busy}>
            Correct email
          </Button>
        </div>
      </IntentForm>
    </Card>
  )
}

function SendOnce(props: Props) {
  const { order, idempotencyKey } = props
  const { form, fields, busy } = useIntentForm(sendOnceSchema, {
    intent: 'send-once',
    reply: replyTo(props, 'send-once'),
  })
  return (
    <Card as="section" aria-labelledby="once-title" className={stack[4]}>
      <h2 id="once-title">Send the tickets to another address once</h2>
      <p className={text.small}>
        {`For a buyer who can’t read ${order.email} right now. The order keeps its email, which gets a note about this.`}
      </p>
      <IntentForm form={form} intent="send-once" action={paths.ticketManagementEmail(order.code)}>
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <TextField meta={fields.email} label="Send to" type="email" autoComplete="off" />
        <TextareaField meta={fields.reason} label="Reason" hint="Only staff see it." rows={2} />
        <Proof order={order} meta={fields.currentPassword} />
        <div className={cluster[3]}>
          <Button type="submit" variant="secondary" busy={busy}>
            Send once
          </Button>
        </div>
      </IntentForm>
    </Card>
  )
}

/** Asks for the password, where no recent proof is there. */
function Proof({
  order,
  meta,
}: {
  order: StaffOrderDetail
  meta: Parameters<typeof PasswordField>[0]['meta']
}) {
  return order.isProven ? null : (
    <PasswordField meta={meta} label="Your password" autoComplete="current-password" />
  )
}
