/** Converts the filters of the shop to addresses and to texts. */
import * as paths from '#core/paths.ts'
import type { ProductList } from './catalogue.types.ts'
import type { ShopFilters } from './shop-filters.schema.ts'

const FILTER_KEYS = ['q', 'collection', 'size', 'min', 'max', 'sort', 'page'] as const

/** Names the orders of the list; the first is the one without a parameter. */
export const SORTS = [
  { value: '', label: 'Featured' },
  { value: 'newest', label: 'Newest' },
  { value: 'price', label: 'Price, low to high' },
  { value: '-price', label: 'Price, high to low' },
] as const

/**
 * The address of the shop with some filters changed; `undefined` takes one away, and every change starts at the first page.
 * @returns for example `/shop?collection=headwear&sort=price`
 */
export function shopPath(filters: ShopFilters, changes: Partial<ShopFilters> = {}): string {
  const wanted: ShopFilters = { ...filters, page: undefined, ...changes }
  return paths.shop(Object.fromEntries(FILTER_KEYS.map((key) => [key, wanted[key] ?? undefined])))
}

/** Returns the name of the chosen collection; null without one. */
export function collectionName(filters: ShopFilters, list: Pick<ProductList, 'collections'>): string | null {
  return list.collections.find(({ slug }) => slug === filters.collection)?.name ?? null
}

/** Says `1 product`, `12 products`. */
export function countText(total: number): string {
  return total === 1 ? '1 product' : `${total} products`
}

function priceRange(filters: ShopFilters): string {
  if (filters.min === undefined) return `Up to $${filters.max}`
  return filters.max === undefined ? `From $${filters.min}` : `$${filters.min} to $${filters.max}`
}

/** The filters that are set, without the collection, which has tabs: each with its text and the address without it. */
export function filterChips(filters: ShopFilters): { key: string; text: string; path: string }[] {
  const chips: { key: string; text: string; path: string }[] = []
  if (filters.q) chips.push({ key: 'q', text: `“${filters.q}”`, path: shopPath(filters, { q: undefined }) })
  if (filters.size)
    chips.push({ key: 'size', text: `Size ${filters.size}`, path: shopPath(filters, { size: undefined }) })
  if (filters.min !== undefined || filters.max !== undefined) {
    const path = shopPath(filters, { min: undefined, max: undefined })
    chips.push({ key: 'price', text: priceRange(filters), path })
  }
  return chips
}

const LETTER_SIZES = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '2XL', 'XXXL', '3XL', '4XL', '5XL']

/** Sorts sizes as shops do: letters from small to large, then numbers, then words. */
export function sortSizes(sizes: readonly string[]): string[] {
  const rank = (size: string) => {
    const letter = LETTER_SIZES.indexOf(size.toUpperCase())
    if (letter >= 0) return letter
    const number = Number.parseFloat(size)
    return Number.isNaN(number) ? 10_000 : 100 + number
  }
  return sizes.toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b, 'en'))
}
