import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { Plus } from 'lucide-react'
import { type FocusEvent, useState } from 'react'
import type * as z from 'zod'
import { newsText } from '#core/news-consent.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { CheckboxField, FormErrors, TextField } from '#ui/field.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { suggestEmail } from '../email-hint.rules.ts'
import { type PlaceOrder, placeAdultOrderSchema, placeOrderSchema } from '../orders.schema.ts'
import type { Checkout } from '../orders.types.ts'
import * as css from './buyer-form.css.ts'
import { printTotal } from './order-summary.tsx'

/** Opens beside the checkout: typed text is not lost, and the hold continues. */
function PolicyLink({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noopener">
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  )
}

type BuyerInput = z.input<typeof placeOrderSchema>

/**
 * Asks who buys, and holds the button that pays. No account is needed.
 * @param idempotencyKey made by the server for this page; sending the form twice makes one order
 * @param reply the server's result for this form
 * @param refusal why paying again was refused
 * @param buyer what is known of the buyer already
 * @param typed what was typed before signing in again, by field
 * @param seller the company that sells
 * @param refundLine says how what is bought can be returned
 */
export function BuyerForm({
  checkout,
  idempotencyKey,
  buyer,
  typed,
  seller,
  refundLine,
  reply,
  refusal,
  isTest,
}: {
  checkout: Checkout
  idempotencyKey: string
  buyer: { name: string; email: string; phone: string }
  typed: Record<string, string>
  seller: string
  refundLine: string
  reply: SubmissionResult | null
  refusal: string | null
  /** True if no real money moves. */
  isTest: boolean
}) {
  const busy = useNavigation().formData?.get('intent') === 'pay'
  const [suggestion, setSuggestion] = useState<string | null>(null)
  const { totals } = checkout
  const minAge = checkout.event?.minAge ?? 0
  const schema = minAge > 0 ? placeAdultOrderSchema : placeOrderSchema
  const [form, fields] = useForm<BuyerInput, PlaceOrder>({
    id: 'buyer',
    lastResult: reply,
    constraint: getZodConstraint(schema),
    defaultValue: { ...buyer, age: typed.age, marketing: typed.marketing },
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldRevalidate: 'onInput',
  })
  const free = totals.totalCents === 0
  const lookAgain = (blurred: FocusEvent<HTMLInputElement>) =>
    setSuggestion(suggestEmail(blurred.target.value))
  const accept = () => {
    if (suggestion) form.update({ name: fields.email.name, value: suggestion })
    setSuggestion(null)
  }
  const visible = [fields.name, fields.email, fields.phone, fields.age]
  const mistaken = visible.filter((field) => field.errors?.length)
  // Takes the focus where no JavaScript moves it: on the page that the server sends back.
  const focused = reply ? mistaken[0]?.id : undefined
  const refusals = form.errors ?? (refusal && !reply ? [refusal] : [])
  return (
    // Names the hold: if it ended meanwhile, the page that shows the refusal can ask for the same places again.
    <Form
      method="post"
      action={paths.checkout({ hold: checkout.holdId })}
      {...getFormProps(form)}
      className={css.form}
    >
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="hold" value={checkout.holdId} />
      <input type="hidden" name="key" value={idempotencyKey} />
      <input type="hidden" name="total" value={totals.totalCents} />
      <input type="hidden" name="terms" value="on" />
      <VisuallyHidden>
        <span role="alert">
          {mistaken.length > 0 &&
            `${mistaken.length === 1 ? '1 thing needs' : `${mistaken.length} things need`} fixing: ${mistaken
              .flatMap((field) => field.errors ?? [])
              .join('. ')}.`}
        </span>
      </VisuallyHidden>
      <TextField
        meta={fields.name}
        label="Name"
        autoComplete="name"
        autoCapitalize="words"
        autoFocus={focused === fields.name.id}
      />
      <TextField
        meta={fields.email}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint={
          // Takes the hint's place: a button below that moves while it is pressed is missed.
          <span aria-live="polite">
            {suggestion ? (
              <>
                Did you mean{' '}
                <button type="button" className={css.accept} onClick={accept}>
                  {suggestion}
                </button>
                ?
              </>
            ) : checkout.event ? (
              "We'll send your tickets here."
            ) : (
              "We'll send your receipt here."
            )}
          </span>
        }
        onBlur={lookAgain}
        autoFocus={focused === fields.email.id}
      />
      <details className={css.more} open={Boolean(buyer.phone || fields.phone.errors?.length)}>
        <summary className={css.moreSummary}>
          <Plus size={18} aria-hidden="true" className={css.moreIcon} />
          Add a phone number <span className={css.optional}>(optional)</span>
        </summary>
        <TextField
          meta={fields.phone}
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint={
            checkout.event
              ? 'Only used if something about the event changes.'
              : 'Only used if something about your order changes.'
          }
        />
      </details>
      <div>
        {minAge > 0 && (
          <CheckboxField
            meta={fields.age}
            label={`Everyone in this order is ${minAge} or older and will bring a photo ID.`}
            autoFocus={focused === fields.age.id}
          />
        )}
        <CheckboxField meta={fields.marketing} label={newsText} />
      </div>
      <div className={css.pay} data-pay-bar>
        <FormErrors id={form.errorId} errors={refusals} />
        <Button type="submit" size="lg" block busy={busy}>
          {free ? 'Get my tickets' : `Pay ${printTotal(totals)}`}
        </Button>
      </div>
      <div className={css.fine}>
        <p>
          Sold by {seller}. {free ? 'By continuing' : 'By paying'} you accept the{' '}
          <PolicyLink to={paths.terms()}>terms of sale</PolicyLink> and the{' '}
          <PolicyLink to={paths.refunds()}>refund policy</PolicyLink>.
        </p>
        {checkout.event && <p>{refundLine} Tickets resold above face value may be refused.</p>}
        {isTest && !free && (
          <p>
            <Badge tone="warning">Test mode</Badge> No money moves.
          </p>
        )}
      </div>
    </Form>
  )
}
