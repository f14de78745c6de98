import { useEffect } from 'react'
import { reportWhenSeen } from '#browser/page-views.ts'
import { formatPrice } from '#core/money.ts'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { EventArt } from '#ui/picture.tsx'
import type { Product } from '../shop.types.ts'
import * as css from './product-card.css.ts'

/**
 * A product on the shop's page. Its slug is its place there.
 * @param marked whether to highlight it, because a link led to it
 * @param priority the picture is on the first screen: fetched at once
 */
export function ProductCard({
  product,
  currency,
  marked,
  priority = false,
}: {
  product: Product
  currency: string
  marked: boolean
  priority?: boolean
}) {
  // A product has no page of its own yet, so being on the screen is what counts as a view of it.
  useEffect(() => {
    const shown = document.getElementById(product.slug)
    return shown ? reportWhenSeen(shown, 'products', product.id) : undefined
  }, [product.slug, product.id])

  return (
    <Card
      as="article"
      padding="none"
      id={product.slug}
      className={classNames(css.card, marked && css.marked)}
    >
      <EventArt
        path={product.imagePath}
        sizes="(min-width: 768px) 24rem, 100vw"
        alt={product.imageAlt}
        seed={product.id}
        ratio="square"
        priority={priority}
      />
      <div className={css.text}>
        <h2 className={css.name}>{product.name}</h2>
        {product.summary && <p className={css.summary}>{product.summary}</p>}
        <p className={css.price}>{formatPrice(product.priceCents, currency)}</p>
      </div>
    </Card>
  )
}
