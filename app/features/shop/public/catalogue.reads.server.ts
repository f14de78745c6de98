/** Reads what the public shop screens show, each in one round trip and as the caller. */
import * as z from 'zod'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import {
  type ProductList,
  type ProductPage,
  productListSchema,
  productPageSchema,
  type SitemapProducts,
  type SuggestedProducts,
  sitemapProductsSchema,
  suggestedProductsSchema,
} from './catalogue.types.ts'
import type { ShopFilters } from './shop-filters.schema.ts'

const PAGE_SIZE = 24

/**
 * Reads a page of the shop.
 * @param filters as the address carries them
 * @param limit products on a page
 */
export async function listProducts(
  args: RequestArgs,
  filters: ShopFilters = {},
  limit = PAGE_SIZE,
): Promise<ProductList> {
  const params = {
    p_query: filters.q ?? null,
    p_collection: filters.collection ?? null,
    p_size: filters.size ?? null,
    p_from_cents: filters.min === undefined ? null : filters.min * 100,
    p_to_cents: filters.max === undefined ? null : filters.max * 100,
    p_sort: filters.sort ?? 'featured',
    p_page: filters.page ?? 1,
    p_limit: limit,
  }
  return await rpc(userClient(args), 'list_products', params, productListSchema)
}

/**
 * Reads the page of a product.
 * @param id as it is in the address; anything but a uuid is no product
 * @returns null where there is no such product for this caller; `archived` for one that left the shop
 */
export async function readProduct(
  args: RequestArgs,
  id: string | undefined,
): Promise<ProductPage | 'archived' | null> {
  const parsed = z.uuid().safeParse(id)
  if (!parsed.success) return null
  const page = await rpc(userClient(args), 'read_product', { p_id: parsed.data }, productPageSchema)
  return page?.status === 'archived' ? 'archived' : page
}

/**
 * Reads at most two products to suggest, all of which can be bought now and none of which is in the caller's cart.
 * @param eventId the event that they should fit, as it is in the address
 */
export async function listSuggestedProducts(args: RequestArgs, eventId?: string): Promise<SuggestedProducts> {
  const event = z.uuid().safeParse(eventId)
  const params = { p_event: event.data ?? null }
  return await rpc(userClient(args), 'list_suggested_products', params, suggestedProductsSchema)
}

/** Lists the products of the sitemap. */
export async function listSitemapProducts(args: RequestArgs): Promise<SitemapProducts> {
  return await rpc(userClient(args), 'list_sitemap_products', {}, sitemapProductsSchema)
}
