/** Says what the shop says of a product. */
import { dayOf, formatClock, formatMoment } from '#core/event-time.ts'
import { shipsIn } from '#core/handling.ts'
import { formatPrice } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { pictureFile, pictureJpeg, readPictureKey } from '#core/picture.ts'
import type { ProductCard, ProductPage } from './catalogue.types.ts'

/** The one address of a product. */
export function productPath(product: { id: string; slug: string }): string {
  return paths.product(product.id, product.slug)
}

/** Says `$34`, or `From $34` where its variants have different prices. */
export function priceText(
  { fromCents, toCents }: { fromCents: number; toCents: number },
  currency: string,
): string {
  const from = formatPrice(fromCents, currency)
  return fromCents === toCents ? from : `From ${from}`
}

/** Says when the sale of a product begins: `Drops Fri 8 PM ET`. */
export function dropText(dropAt: string, timeZone: string, now: string): string {
  return `Drops ${formatMoment(dropAt, timeZone, now)}`
}

/** Says what is needed to say a price and a time. */
type Terms = { currency: string; timeZone: string; now: string }

/** Says what stands on the picture of a product in a list; null for one that is simply on sale. */
function cardBadge(
  product: Pick<ProductCard, 'state' | 'few' | 'dropAt'>,
  { timeZone, now }: Terms,
): { text: string; tone: 'solid' | 'neutral' | 'warning' } | null {
  if (product.dropAt) return { text: dropText(product.dropAt, timeZone, now), tone: 'solid' }
  if (product.state === 'sold_out') return { text: 'Sold out', tone: 'neutral' }
  if (product.few !== null) return { text: `Only ${product.few} left`, tone: 'warning' }
  return null
}

/** Says a product of a list in words. Called on the server, so that pages need not download how. */
export function shownCard(product: ProductCard, terms: Terms) {
  return { ...product, price: priceText(product, terms.currency), badge: cardBadge(product, terms) }
}
/** A product of a list with its price and its badge in words. */
export type ShownCard = ReturnType<typeof shownCard>

/** The largest file of a picture, as AVIF; null for no picture. */
function largeFile(imagePath: string | null): string | null {
  const picture = readPictureKey(imagePath)
  return picture && pictureFile(picture.base, 'portrait', 800)
}

/** Says a product's page in words. Called on the server, so that the page need not download how. */
export function shownPage(page: ProductPage) {
  const { product, currency, timeZone, now, handling } = page
  const { dropAt, membersFrom } = product
  // A product without pictures shows the placeholder of one.
  const pictures = product.pictures.length > 0 ? product.pictures : [{ ...product, value: null }]
  const isSameDay = dropAt && membersFrom && dayOf(dropAt, timeZone) === dayOf(membersFrom, timeZone)
  return {
    ...page,
    product: {
      ...product,
      pictures: pictures.map(({ imagePath, imageAlt, value }) => ({
        imagePath,
        imageAlt,
        value,
        /** Where the link of the picture leads: a product's poster is its portrait. */
        file: pictureJpeg(imagePath, 'mail'),
        largeFile: largeFile(imagePath),
      })),
    },
    price: priceText(product, currency),
    variants: page.variants.map((variant) => ({
      ...variant,
      price: formatPrice(variant.priceCents, currency),
    })),
    more: page.more.map((other) => shownCard(other, page)),
    /** When everybody may buy, and members, as `Fri 8 PM ET` and `7:50 PM`. */
    dropTime: dropAt && formatMoment(dropAt, timeZone, now),
    membersTime:
      membersFrom &&
      (isSameDay ? formatClock(membersFrom, timeZone) : formatMoment(membersFrom, timeZone, now)),
    paragraphs: paragraphsOf(product.description),
    /** How goods reach their buyer, and how soon they are shipped. */
    delivery: ['Shipped in the US or picked up at an event.', shipsIn(handling) && `${shipsIn(handling)}.`]
      .filter(Boolean)
      .join(' '),
  }
}
/** A product's page with its prices and times in words. */
export type ShownPage = ReturnType<typeof shownPage>

/** Splits a description into its paragraphs. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
}
