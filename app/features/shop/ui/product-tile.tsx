import { Link } from '@remix-run/react'
import { formatPrice } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Card, coverLink } from '#ui/card.tsx'
import { EventArt } from '#ui/picture.tsx'
import type { Product } from '../shop.types.ts'
import * as css from './product-card.css.ts'

/** A product on another page than the shop's; it leads to its place there. */
export function ProductTile({ product, currency }: { product: Product; currency: string }) {
  return (
    <Card as="article" padding="none" interactive className={css.card}>
      <EventArt
        path={product.imagePath}
        sizes="(min-width: 1024px) 18rem, (min-width: 768px) 33vw, 66vw"
        alt=""
        seed={product.id}
        ratio="square"
      />
      <div className={css.text}>
        <h3 className={css.name}>
          <Link to={`${paths.shop()}#${product.slug}`} className={coverLink}>
            {product.name}
          </Link>
        </h3>
        <p className={css.price}>{formatPrice(product.priceCents, currency)}</p>
      </div>
    </Card>
  )
}
