import { EventArt } from '#ui/picture.tsx'
import { priceText, productPath } from '../catalogue.rules.ts'
import type { SuggestedProducts } from '../catalogue.types.ts'
import * as css from './suggestions.css.ts'

/**
 * At most two products that go with what somebody looks at. Plain links, so that a page may show them as HTML alone.
 * @param title its heading
 */
export function Suggestions({
  suggested: { products, currency },
  title = 'From the shop',
}: {
  suggested: SuggestedProducts
  title?: string
}) {
  if (products.length === 0) return null
  return (
    <section className={css.section} aria-labelledby="suggestions">
      <h2 id="suggestions" className={css.title}>
        {title}
      </h2>
      <ul className={css.list}>
        {products.map((product) => (
          <li key={product.id}>
            <a href={productPath(product)} className={css.item}>
              <div className={css.art}>
                <EventArt path={product.imagePath} sizes="5rem" alt="" seed={product.id} ratio="square" />
              </div>
              <span>
                <span className={css.name}>{product.name}</span>
                <span className={css.price}>
                  {priceText(product, currency)}
                  {product.ticketPercent > 0 && ` · ${product.ticketPercent}% off with a ticket`}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
