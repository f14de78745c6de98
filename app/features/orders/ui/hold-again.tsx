import { Form, useNavigation } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import * as layout from '#ui/layout.css.ts'
import type { Checkout } from '../orders.types.ts'
import * as css from './checkout-page.css.ts'

/** Asks for the same places again, with one tap. After a refusal the other way comes first. Places that were kept are not held again. */
export function HoldAgain({ checkout, refusal }: { checkout: Checkout; refusal: string | null }) {
  const { event, holdId, lines } = checkout
  const busy = useNavigation().formData?.get('intent') === 'again'
  if (!checkout.isCart)
    return (
      <div className={layout.stack[4]}>
        <p>The time to pay for these tickets is over.</p>
        <LinkButton to={paths.myTickets()} size="lg" block>
          My tickets
        </LinkButton>
      </div>
    )
  return (
    // Names the hold, so that a refusal is shown beside what was held.
    <Form method="post" id="hold-again" action={paths.checkout({ hold: holdId })} className={layout.stack[4]}>
      <input type="hidden" name="intent" value="again" />
      <input type="hidden" name="hold" value={holdId} />
      {refusal && <Banner tone="danger" title={refusal} announce />}
      <p>
        {lines.map((line) => `${line.quantity} × ${line.name}`).join(', ')}
        {event && ` for ${event.title}`}
      </p>
      <div className={refusal ? css.againRefused : css.again}>
        <Button
          type="submit"
          size="lg"
          block
          variant={refusal ? 'secondary' : 'primary'}
          busy={busy}
          data-autofocus
        >
          Hold again
        </Button>
        {event && (
          <LinkButton
            to={paths.event(event.id, event.slug)}
            variant={refusal ? 'primary' : 'secondary'}
            size="lg"
            block
          >
            Pick different tickets
          </LinkButton>
        )}
      </div>
    </Form>
  )
}

/** Opens over the checkout when its hold ends, and offers to hold the same again. */
export function HoldEnded({
  checkout,
  refusal,
  onClose,
}: {
  checkout: Checkout
  refusal: string | null
  onClose: () => void
}) {
  return (
    <Dialog
      title="Your hold ended"
      description={checkout.isCart ? "We'll check if these are still available." : undefined}
      onClose={onClose}
    >
      <HoldAgain checkout={checkout} refusal={refusal} />
    </Dialog>
  )
}
