import { Form, useNavigation } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import * as button from '#ui/button.css.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/field-frame.tsx'
import { Select } from '#ui/select.tsx'
import type { Variant } from '../catalogue.types.ts'
import * as css from './product-page.css.ts'

/**
 * Puts the chosen variant into the cart. Where something is not chosen yet, its button leads to it.
 * @param variant null while something is missing, and for a combination that is not made
 * @param missing name of the first option without a chosen value, and its search parameter, which is the id of its values
 * @param soldOut nothing of the product can be bought
 */
export function BuyForm({
  variant,
  missing,
  missingParam,
  soldOut,
  maxQuantity,
}: {
  variant: Variant | null
  missing: string | null
  missingParam: string | null
  soldOut: boolean
  maxQuantity: number
}) {
  const navigation = useNavigation()
  const isSending = navigation.formAction === paths.cart()
  if (soldOut || (variant ? variant.soldOut : missing === null)) {
    return (
      <Button size="lg" block aria-disabled>
        Sold out
      </Button>
    )
  }
  if (!variant) {
    return (
      <a
        href={`#${missingParam}`}
        className={classNames(button.variant.primary, button.size.lg, button.block)}
      >
        Choose a {missing?.toLowerCase()}
      </a>
    )
  }
  const most = Math.max(1, Math.min(maxQuantity, variant.few ?? maxQuantity))
  return (
    <Form method="post" action={paths.cart()} className={css.buy}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="variant" value={variant.id} />
      <Field id="quantity" label="Quantity">
        {(control) => (
          <Select
            {...control}
            name="quantity"
            defaultValue="1"
            options={Array.from({ length: most }, (_, one) => ({
              value: String(one + 1),
              label: String(one + 1),
            }))}
          />
        )}
      </Field>
      <Button type="submit" size="lg" block busy={isSending}>
        Add to cart
      </Button>
    </Form>
  )
}
