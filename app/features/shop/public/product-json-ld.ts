/** A product as search engines and assistants read it (schema.org `Product`). */
import { decimalAmount } from '#core/money.ts'
import { pictureJpeg } from '#core/picture.ts'
import { paragraphsOf } from './catalogue.rules.ts'
import type { ProductPage } from './catalogue.types.ts'
import { variantPath } from './product-choice.rules.ts'

/**
 * The structured data of a product's page, with an offer for each variant. It holds only what the page shows.
 * @param page what the page shows
 * @param where `origin` is the public origin of the site (no slash at the end), `path` the canonical path
 * @param brand the brand's name
 */
export function productJsonLd(
  page: Pick<ProductPage, 'product' | 'variants' | 'currency'>,
  where: { origin: string; path: string },
  brand: string,
): Record<string, unknown> {
  const { product, variants, currency } = page
  const schema = (name: string) => `https://schema.org/${name}`
  const pictures = product.pictures.length > 0 ? product.pictures : [product]
  const images = pictures.flatMap(({ imagePath }) => pictureJpeg(imagePath, 'mail') ?? [])
  const availability = (soldOut: boolean) =>
    schema(product.dropAt ? 'PreSale' : soldOut ? 'OutOfStock' : 'InStock')
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': where.origin + where.path,
    url: where.origin + where.path,
    name: product.name,
    description: product.summary || paragraphsOf(product.description)[0] || product.name,
    ...(images.length > 0 ? { image: images.map((image) => where.origin + image) } : {}),
    brand: { '@type': 'Brand', name: brand },
    offers: variants.map((variant) => ({
      '@type': 'Offer',
      ...(variant.values.length > 0 ? { name: variant.values.join(' / ') } : {}),
      sku: variant.id,
      url: where.origin + variantPath(product, variant),
      price: decimalAmount(variant.priceCents),
      priceCurrency: currency,
      availability: availability(variant.soldOut),
      itemCondition: schema('NewCondition'),
      ...(product.dropAt ? { availabilityStarts: product.dropAt } : {}),
      seller: { '@type': 'Organization', name: brand, url: where.origin },
    })),
  }
}
