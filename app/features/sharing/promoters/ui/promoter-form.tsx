import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import type * as z from 'zod'
import { decimalAmount } from '#core/money.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors, SelectField, TextField } from '#ui/field.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { eventPromoterSchema } from '../promoters.schema.ts'
import type { EventPromoter } from '../promoters.types.ts'

const bases = [
  { value: 'sold', label: 'When a ticket is sold' },
  { value: 'arrived', label: 'When the guest arrives' },
]
const rates = [
  { value: 'amount', label: 'Fixed amount per ticket' },
  { value: 'percent', label: 'Percentage of the ticket price' },
]

/**
 * Adds a promoter to an event, or changes one.
 * @param promoter what is changed; null for a new one
 * @param events the events to choose from, or the one that it is for
 * @param reply the server's reply to the last try
 */
export function PromoterForm({
  promoter,
  eventId,
  events,
  reply,
}: {
  promoter: EventPromoter | null
  eventId: string | null
  events: readonly { value: string; label: string }[]
  reply: SubmissionResult | null
}) {
  const navigation = useNavigation()
  const [form, fields] = useForm<z.input<typeof eventPromoterSchema>, z.output<typeof eventPromoterSchema>>({
    id: 'promoter-form',
    lastResult: reply,
    constraint: getZodConstraint(eventPromoterSchema),
    defaultValue: startOf(promoter, eventId),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: eventPromoterSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Card>
      <Form method="post" {...getFormProps(form)} className={stack[4]}>
        <input type="hidden" name="intent" value="save" />
        <FormErrors id={form.errorId} errors={form.errors} />
        {promoter && <input type="hidden" name="promoterId" value={promoter.promoterId} />}
        <SelectField meta={fields.event} label="Event" options={events} />
        <TextField meta={fields.name} label="Name" autoComplete="off" />
        <TextField
          meta={fields.username}
          label="Username"
          hint="With an account they see their own figures."
          autoComplete="off"
          optional
        />
        <TextField
          meta={fields.email}
          label="Email"
          hint="Links and statements go here, or else to their account’s email."
          type="email"
          autoComplete="off"
          optional
        />
        <TextField
          meta={fields.linkCode}
          label="Link code"
          hint="Ends their link as ?p=CODE. Leave empty for a random one."
          autoComplete="off"
          autoCapitalize="characters"
          optional
        />
        <TextField
          meta={fields.promoCode}
          label="Promo code"
          hint="An existing code of this event. Orders that use it count for the promoter."
          autoComplete="off"
          autoCapitalize="characters"
          optional
        />
        <SelectField meta={fields.basis} label="Commission is earned" options={bases} />
        <SelectField meta={fields.per} label="Commission is" options={rates} />
        <TextField
          meta={fields.cents}
          label="Amount per ticket ($)"
          inputMode="decimal"
          autoComplete="off"
          optional
        />
        <TextField
          meta={fields.bps}
          label="Percentage"
          hint="Of the ticket price after discounts, before fees and tax."
          inputMode="decimal"
          autoComplete="off"
          optional
        />
        <div>
          <Button type="submit" busy={navigation.state === 'submitting'}>
            {promoter ? 'Save' : 'Add promoter'}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

/** Mails a promoter their links, makes a personal link to pass on, or ends the promoter. */
export function PromoterActions({ promoter: { id } }: { promoter: EventPromoter }) {
  return (
    <Form method="post" className={cluster[2]}>
      <input type="hidden" name="promoter" value={id} />
      <Button type="submit" name="intent" value="send" variant="secondary">
        Email the links
      </Button>
      <Button type="submit" name="intent" value="copy" variant="secondary">
        Make a personal link
      </Button>
      <Button type="submit" name="intent" value="end" variant="danger">
        End
      </Button>
    </Form>
  )
}

/** Returns what the form begins with. */
function startOf(promoter: EventPromoter | null, eventId: string | null) {
  if (!promoter) return { event: eventId ?? undefined, basis: 'sold', per: 'amount' }
  const { commissionCents: cents, commissionBps: bps } = promoter
  return {
    event: promoter.event.id,
    name: promoter.name,
    username: promoter.username ?? undefined,
    email: promoter.email ?? undefined,
    linkCode: promoter.linkCode,
    promoCode: promoter.promoCode ?? undefined,
    basis: promoter.basis,
    per: bps === null ? 'amount' : 'percent',
    cents: cents === null ? undefined : decimalAmount(cents),
    bps: bps === null ? undefined : String(bps / 100),
  }
}
