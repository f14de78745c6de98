import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { type FocusEvent, useState } from 'react'
import type * as z from 'zod'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { CheckboxField, FormErrors, TextField } from '#ui/field.tsx'
import * as layout from '#ui/layout.css.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { suggestEmail } from '../orders.rules.ts'
import { placeAdultOrderSchema, placeOrderSchema } from '../orders.schema.ts'
import type { Checkout } from '../orders.types.ts'
import * as css from './buyer-form.css.ts'

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
 * Who buys, and the button that pays. No account is needed.
 * @param idempotencyKey made by the server for this page; sending the form twice makes one order
 * @param reply the server's result for this form
 * @param buyer what is known of the buyer already
 */
export function BuyerForm({
  checkout,
  idempotencyKey,
  buyer,
  reply,
  isTest,
}: {
  checkout: Checkout
  idempotencyKey: string
  buyer: { name: string; email: string; phone: string }
  reply: SubmissionResult | null
  /** Whether payments are only played. */
  isTest: boolean
}) {
  const busy = useNavigation().formData?.get('intent') === 'pay'
  const [suggestion, setSuggestion] = useState<string | null>(null)
  const { totals } = checkout
  const minAge = checkout.event?.minAge ?? 0
  const schema = minAge > 0 ? placeAdultOrderSchema : placeOrderSchema
  const [form, fields] = useForm<BuyerInput>({
    id: 'buyer',
    lastResult: reply,
    constraint: getZodConstraint(schema),
    defaultValue: buyer,
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
  })
  const free = totals.totalCents === 0
  const lookAgain = (blurred: FocusEvent<HTMLInputElement>) =>
    setSuggestion(suggestEmail(blurred.target.value))
  const accept = () => {
    if (suggestion) form.update({ name: fields.email.name, value: suggestion })
    setSuggestion(null)
  }
  return (
    <Form method="post" action={paths.checkout()} {...getFormProps(form)} className={layout.stack[5]}>
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="hold" value={checkout.holdId} />
      <input type="hidden" name="key" value={idempotencyKey} />
      <FormErrors id={form.errorId} errors={form.errors} />
      <div className={layout.stack[4]}>
        <TextField meta={fields.name} label="Name" autoComplete="name" autoCapitalize="words" />
        <div className={layout.stack[2]}>
          <TextField
            meta={fields.email}
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="email"
            hint="We'll send your tickets here."
            onBlur={lookAgain}
          />
          <div aria-live="polite">
            {suggestion && (
              <p className={css.suggestion}>
                Did you mean{' '}
                <button type="button" className={css.accept} onClick={accept}>
                  {suggestion}
                </button>
                ?
              </p>
            )}
          </div>
        </div>
        <TextField
          meta={fields.phone}
          label="Phone"
          optional
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint="Only used if something about the event changes."
        />
      </div>
      <div className={layout.stack[2]}>
        {minAge > 0 && (
          <CheckboxField
            meta={fields.age}
            label={`Everyone in this order is ${minAge} or older and will bring a photo ID.`}
          />
        )}
        <CheckboxField
          meta={fields.terms}
          label={
            <>
              I accept the <PolicyLink to={paths.terms()}>terms of sale</PolicyLink> and the{' '}
              <PolicyLink to={paths.refunds()}>refund policy</PolicyLink>.
            </>
          }
        />
        <p className={css.terms}>
          All sales final unless we cancel or reschedule. Then you get a full refund, fees included. Tickets
          resold above face value may be refused.
        </p>
        <CheckboxField meta={fields.marketing} label="Send me news about upcoming events (optional)." />
      </div>
      {isTest && !free && <Banner tone="info" title="Test mode: no money moves." />}
      <Button type="submit" size="lg" block busy={busy}>
        {free ? 'Get my tickets' : `Pay ${formatMoney(totals.totalCents, totals.currency)}`}
      </Button>
    </Form>
  )
}
