import type { LoaderFunctionArgs } from '@remix-run/node'
import { sitemapPage } from '#core/sitemap.ts'
import { listSitemapProducts } from '#features/shop/public/catalogue.reads.server.ts'
import { productPath } from '#features/shop/public/catalogue.rules.ts'
import { readEnv } from '#server/env.server.ts'
import { sitemapResponse } from '#server/sitemap.server.ts'

/** Lists the products of the shop for search engines. */
export async function loader(args: LoaderFunctionArgs) {
  const products = await listSitemapProducts(args)
  const { SITE_URL } = readEnv()
  return sitemapResponse(
    sitemapPage(
      products.map((product) => ({ url: SITE_URL + productPath(product), changedAt: product.updatedAt })),
    ),
  )
}
