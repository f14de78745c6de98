import type { SubmissionResult } from '@conform-to/react'
import * as paths from '#core/paths.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CheckGroup } from '#ui/check-group.tsx'
import { TextareaField, TextField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { blockBuyerSchema } from '../disputes.schema.ts'
import type { BlockKind, BuyerFacts } from '../disputes.types.ts'

/** Holds what each kind of block is called. */
export const blockKinds: Record<BlockKind, string> = {
  email: 'Email',
  account: 'Account',
  card: 'Card',
  network: 'Network (IP address)',
}

/**
 * Blocks the buyer of an order, or a person, by what is known of them: each fact by its kind. A network is not ticked at first, because
 * a household, a school or a phone company share one.
 * @param reply the server's reply to the last try
 */
export function BlockBuyer({ buyer, reply }: { buyer: BuyerFacts; reply: SubmissionResult | null }) {
  const { form, fields, busy } = useIntentForm(blockBuyerSchema, {
    intent: 'block',
    reply,
    defaultValue: { kinds: buyer.facts.map(({ kind }) => kind).filter((kind) => kind !== 'network') },
  })
  const back = buyer.orderCode
    ? paths.ticketManagementOrder(buyer.orderCode)
    : paths.userManagementPerson(buyer.personId ?? '')
  return (
    <Card as="section" aria-labelledby="block-buyer-title" className={stack[4]}>
      <h2 id="block-buyer-title">{`Block ${buyer.name}${buyer.orderCode ? `, order ${buyer.orderCode}` : ''}`}</h2>
      <p className={text.small}>
        Existing orders and tickets stay valid. The buyer only sees that the purchase can’t be completed.
      </p>
      <IntentForm
        form={form}
        intent="block"
        action={paths.blockedBuyers({ order: buyer.orderCode, person: buyer.personId })}
      >
        {buyer.orderId && <input type="hidden" name="orderId" value={buyer.orderId} />}
        {buyer.personId && <input type="hidden" name="personId" value={buyer.personId} />}
        <CheckGroup
          meta={fields.kinds}
          label="What to block"
          options={buyer.facts.map(({ kind, labels, isBlocked }) => ({
            value: kind,
            label: `${blockKinds[kind]}: ${labels.join(', ')}${isBlocked ? ' (blocked now)' : ''}`,
          }))}
        />
        <TextareaField meta={fields.reason} label="Reason" hint="Only staff see it." rows={2} />
        <TextField
          meta={fields.days}
          label="Days"
          hint="Leave empty to block for good."
          inputMode="numeric"
          autoComplete="off"
          optional
        />
        <div className={cluster[3]}>
          <Button type="submit" variant="danger" busy={busy}>
            Block buyer
          </Button>
          <LinkButton to={back} variant="secondary">
            Go back
          </LinkButton>
        </div>
      </IntentForm>
    </Card>
  )
}
