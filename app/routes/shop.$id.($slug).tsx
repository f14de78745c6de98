import {
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { type ShouldRevalidateFunction, useLoaderData, useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { reportOpened } from '#browser/item-views.ts'
import { pageMeta } from '#core/page-meta.ts'
import { scriptJson } from '#core/structured-data.ts'
import { readProduct } from '#features/shop/public/catalogue.reads.server.ts'
import { productPath, shownPage } from '#features/shop/public/catalogue.rules.ts'
import { choiceParams } from '#features/shop/public/product-choice.rules.ts'
import { productJsonLd } from '#features/shop/public/product-json-ld.ts'
import { productSharePath } from '#features/shop/public/product-share-card.server.ts'
import { ProductPage } from '#features/shop/public/ui/product-page.tsx'
import { notFound } from '#server/api.server.ts'
import { readEnv } from '#server/env.server.ts'
import { readShell } from '#server/shell.server.ts'
import { visitorsPageUntil } from '#server/visitors-page.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const [page, { brand }] = await Promise.all([readProduct(args, args.params.id), readShell(args)])
  if (!page) throw notFound()
  if (page === 'archived') throw new Response(null, { status: 410 })
  const path = productPath(page.product)
  const { pathname, search } = new URL(args.request.url)
  // Redirects to the one address of the product, whatever slug a link carries; search parameters stay.
  if (pathname.replace(/\.data$/, '') !== path) throw redirect(path + search, 301)
  const { product, currency, timeZone } = page
  const structuredData = scriptJson(productJsonLd(page, { origin: readEnv().SITE_URL, path }, brand.name))
  const isPublic = page.status === 'active'
  return data(
    {
      page: shownPage(page),
      structuredData,
      shareImage: isPublic ? productSharePath({ ...product, brand: brand.name, currency, timeZone }) : null,
    },
    { headers: isPublic ? visitorsPageUntil(page.nextDropAt) : {} },
  )
}

export const handle = { pageParams: choiceParams }

export const headers: HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) => {
  if (!loaded) return pageMeta(matches, { title: 'Page Not Found', noindex: true })
  const { product, status, paragraphs } = loaded.page
  const description = product.summary || paragraphs[0]?.slice(0, 200)
  return pageMeta(matches, {
    title: product.name,
    ...(description ? { description } : {}),
    path: productPath(product),
    image: loaded.shareImage,
    imageAlt: product.imageAlt || product.name,
    noindex: status === 'draft',
  })
}

/** Skips reading the product again when another variant is chosen: the page has all of them. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => {
  const isChoice =
    !formMethod && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return isChoice ? false : defaultShouldRevalidate
}

/** Shows one product: pictures, its variants, and the way into the cart. */
export default function Product() {
  const { page, structuredData } = useLoaderData<typeof loader>()
  const { key } = useLocation()
  const { id } = page.product
  // Kept beside the effect: choosing a variant changes the key and opens nothing.
  const navigation = useRef(key)
  navigation.current = key
  useEffect(() => reportOpened('products', id, navigation.current), [id])
  return <ProductPage key={id} page={page} structuredData={structuredData} />
}
