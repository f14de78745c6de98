import { Form, Link, useNavigate } from '@remix-run/react'
import { ChevronDown, X } from 'lucide-react'
import type { FormEvent } from 'react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field-frame.tsx'
import { scroller } from '#ui/layout.css.ts'
import { Select } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { ProductList } from '../catalogue.types.ts'
import { countText, filterChips, SORTS, shopPath, sortSizes } from '../shop-filters.rules.ts'
import type { FilterFaults, ShopFilters as Filters } from '../shop-filters.schema.ts'
import * as css from './shop-filters.css.ts'

/**
 * The filters of the shop: collections as links, the rest as a GET form. With JavaScript a choice from a list applies at once;
 * before it arrives, and for words and prices, there is a button.
 */
export function ShopFilters({
  filters,
  faults,
  list,
}: {
  filters: Filters
  faults: FilterFaults
  list: Pick<ProductList, 'collections' | 'sizes' | 'total'>
}) {
  const navigate = useNavigate()
  const chips = filterChips(filters)

  const show = (form: HTMLFormElement) => {
    const fields = new FormData(form)
    const text = (name: string) => String(fields.get(name) ?? '').trim() || undefined
    const changed = {
      ...Object.fromEntries(['q', 'size', 'sort', 'min', 'max'].map((name) => [name, text(name)])),
      collection: filters.collection,
    }
    navigate(paths.shop(changed), { preventScrollReset: true })
  }
  const choose = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLSelectElement) show(currentTarget)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    show(event.currentTarget)
  }

  // A link from elsewhere may carry a size that is no more; it stays chosen and visible.
  const sizes = sortSizes(list.sizes)
  const offered = filters.size && !sizes.includes(filters.size) ? [filters.size, ...sizes] : sizes
  const { size, min, max } = { ...filters, ...faults }
  const narrowed = size !== undefined || min !== undefined || max !== undefined
  return (
    <div className={css.box}>
      {list.collections.length > 0 && (
        <nav aria-label="Collections" className={scroller}>
          {[{ slug: undefined, name: 'All' }, ...list.collections].map(({ slug, name }) => (
            <Link
              key={name}
              to={shopPath(filters, { collection: slug })}
              className={css.collection}
              aria-current={filters.collection === slug ? 'true' : undefined}
              preventScrollReset
            >
              {name}
            </Link>
          ))}
        </nav>
      )}
      <Form
        method="get"
        action={paths.shop()}
        className={css.form}
        aria-label="Filter products"
        onChange={choose}
        onSubmit={submit}
        // updates the chosen values when the address changes by going back
        key={shopPath(filters) + JSON.stringify(faults)}
      >
        {filters.collection && <input type="hidden" name="collection" value={filters.collection} />}
        <TextInput
          type="search"
          name="q"
          aria-label="Search the shop"
          className={css.search}
          maxLength={80}
          defaultValue={filters.q ?? ''}
          placeholder="Search the shop"
          enterKeyHint="search"
        />
        <details open={narrowed} className={css.more}>
          <summary className={css.summary}>
            Filter
            <ChevronDown size={20} aria-hidden="true" />
          </summary>
          <div className={css.panel}>
            {offered.length > 0 && (
              <Field id="shop-size" label="Size" className={css.wide}>
                {(control) => (
                  <Select
                    {...control}
                    name="size"
                    defaultValue={filters.size ?? ''}
                    placeholder="Any size"
                    options={offered.map((size) => ({ value: size, label: size }))}
                  />
                )}
              </Field>
            )}
            <Price id="shop-min" name="min" label="Price from ($)" value={filters.min} fault={faults.min} />
            <Price id="shop-max" name="max" label="to ($)" value={filters.max} fault={faults.max} />
            <Button type="submit" variant="secondary" className={css.wide}>
              Show products
            </Button>
          </div>
        </details>
        <Select name="sort" aria-label="Order" defaultValue={filters.sort ?? ''} options={[...SORTS]} />
        <noscript>
          <Button type="submit" variant="secondary">
            Show products
          </Button>
        </noscript>
      </Form>
      {chips.length > 0 && (
        <ul className={css.chips} aria-label="Active filters">
          {chips.map((chip) => (
            <li key={chip.key}>
              <Link to={chip.path} className={css.chip} preventScrollReset>
                <VisuallyHidden>Remove </VisuallyHidden>
                {chip.text}
                <X size={16} aria-hidden="true" />
              </Link>
            </li>
          ))}
          <li>
            <Link to={shopPath({}, { sort: filters.sort })} className={css.clear} preventScrollReset>
              Clear all
            </Link>
          </li>
        </ul>
      )}
      <p className={css.count} role="status">
        {countText(list.total)}
      </p>
    </div>
  )
}

/** A price in whole dollars. */
function Price({
  id,
  name,
  label,
  value,
  fault,
}: {
  id: string
  name: string
  label: string
  value: number | undefined
  fault: FilterFaults['min']
}) {
  return (
    <Field id={id} label={label} errors={fault && [fault.message]}>
      {(control) => (
        <TextInput
          {...control}
          name={name}
          inputMode="numeric"
          maxLength={12}
          defaultValue={fault?.text ?? value ?? ''}
        />
      )}
    </Field>
  )
}
