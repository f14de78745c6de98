import { useFetcher } from '@remix-run/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { CheckGroup } from '#ui/check-group.tsx'
import { Field, TextInput } from '#ui/field.tsx'
import { text } from '#ui/layout.css.ts'
import { productSearchButton, productSearchField } from '../shop-codes.schema.ts'
import type { ProductChoices, ShopCodeEditor } from '../shop-codes.types.ts'
import * as css from './product-choice.css.ts'

/** Makes boxes of the products or collections that a code can be for. */
export const scopeOptions = (rows: ShopCodeEditor['products']) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))

/**
 * Chooses products of a form: the chosen ones and a page of those that a search finds. Searching sends the form, which comes back
 * with all that was typed and chosen; with JavaScript the page stays, and Enter in another field saves.
 * @param action the page that takes the form
 */
export function ProductChoice({
  meta,
  choices,
  action,
}: {
  meta: { id: string; name: string; errors?: readonly string[] | undefined }
  choices: ProductChoices
  action: string
}) {
  const fetcher = useFetcher<{ choices: ProductChoices | null }>()
  const button = useRef<HTMLButtonElement>(null)
  const [isAwake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  const { chosen, products, hasMore, search } = fetcher.data?.choices ?? choices
  const find = () => {
    if (!button.current?.form) return
    const sent = new FormData(button.current.form)
    sent.set(productSearchButton, '1')
    fetcher.submit(sent, { method: 'post', action })
  }
  const findOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    find()
  }
  const found = products.length - chosen.length
  return (
    <div className={css.choice}>
      <div className={css.search}>
        <Field id="product-search" label="Find products by name, address or SKU">
          {(control) => (
            <TextInput
              {...control}
              type="search"
              name={productSearchField}
              defaultValue={search}
              maxLength={80}
              autoComplete="off"
              onKeyDown={findOnEnter}
              // A search is nothing that a form keeps as a draft.
              onInput={(event) => event.stopPropagation()}
            />
          )}
        </Field>
        <Button
          ref={button}
          type={isAwake ? 'button' : 'submit'}
          name={productSearchButton}
          value="1"
          variant="secondary"
          formNoValidate
          busy={fetcher.state !== 'idle'}
          onClick={isAwake ? find : undefined}
        >
          Find
        </Button>
      </div>
      {products.length > 0 && (
        <CheckGroup
          meta={{ id: meta.id, name: meta.name, errors: meta.errors, initialValue: chosen }}
          label="Products"
          options={scopeOptions(products)}
        />
      )}
      <p role="status" className={text.small}>
        {found === 0 &&
          (search ? `No other products match “${search}”.` : products.length === 0 && 'No products yet.')}
        {hasMore && `The first ${found} products are listed. Search to find others.`}
      </p>
    </div>
  )
}
