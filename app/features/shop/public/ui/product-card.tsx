import { Link } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { reportWhenSeen } from '#browser/item-views.ts'
import { Badge } from '#ui/badge.tsx'
import { coverLink } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { EventArt } from '#ui/picture.tsx'
import { productPath, type ShownCard } from '../catalogue.rules.ts'
import { LazyCountdown } from './lazy-countdown.tsx'
import * as css from './product-card.css.ts'

const sizes = {
  grid: '(min-width: 1280px) 24rem, (min-width: 768px) 31vw, 46vw',
  rail: '(min-width: 1024px) 18rem, (min-width: 768px) 33vw, 66vw',
}

/**
 * A product in a list; all of it leads to its page. Its slug is its place on the shop's page.
 * @param look grid: on the shop's page; rail: in a row on another
 * @param marked whether to highlight it, because a link led to its place
 * @param priority the picture is on the first screen: fetched at once
 */
export function ProductCard({
  product,
  look,
  marked = false,
  priority = false,
}: {
  product: ShownCard
  look: keyof typeof sizes
  marked?: boolean
  priority?: boolean
}) {
  const card = useRef<HTMLElement>(null)
  useEffect(
    () => (card.current ? reportWhenSeen(card.current, 'products', product.id) : undefined),
    [product.id],
  )
  const level = look === 'grid' ? 2 : 3
  const Heading = `h${level}` as const
  const { badge } = product
  return (
    <article ref={card} id={look === 'grid' ? product.slug : undefined} className={css.card}>
      <div className={classNames(css.art, marked && css.marked)}>
        <EventArt
          path={product.imagePath}
          sizes={sizes[look]}
          alt=""
          seed={product.id}
          ratio="portrait"
          priority={priority}
          className={product.state === 'sold_out' ? css.gone : undefined}
        />
        {badge && (
          <p className={css.badge}>
            <Badge tone={badge.tone}>{badge.text}</Badge>
            {product.dropAt && <LazyCountdown until={product.dropAt} look="badge" />}
          </p>
        )}
      </div>
      <div className={css.text}>
        <Heading className={css.name[level]}>
          <Link to={productPath(product)} prefetch="intent" className={coverLink}>
            {product.name}
          </Link>
        </Heading>
        <p className={css.price}>{product.price}</p>
      </div>
    </article>
  )
}
