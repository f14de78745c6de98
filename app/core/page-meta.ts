import { type Brand, defaultBrand } from './brand.ts'

/**
 * Builds the title of a page: `{title} | {brand} | {company}`.
 * @param title the page's own words
 */
export function pageTitle(title: string, brand: Pick<Brand, 'name' | 'company'> = defaultBrand): string {
  return `${title} | ${brand.name} | ${brand.company}`
}

/** Holds what the root loader gives to every page's metadata. */
export type SiteFacts = { brand: Brand; siteUrl: string }

function isSiteFacts(data: unknown): data is SiteFacts {
  return typeof data === 'object' && data !== null && 'brand' in data && 'siteUrl' in data
}

/**
 * Finds root's data among a page's matches.
 * @param matches what Remix hands to `meta`
 * @returns root's facts, or the defaults when root itself broke
 */
export function siteFacts(matches: readonly ({ id: string; data?: unknown } | undefined)[]): SiteFacts {
  const data = matches.find((match) => match?.id === 'root')?.data
  return isSiteFacts(data) ? data : { brand: defaultBrand, siteUrl: '' }
}

export type PageMeta = {
  /** The page's own title; brand and company are added. */
  title: string
  description?: string
  /** Canonical path of the page, from `/`. Given only where the page has one address that counts. */
  path?: string
  /** Picture for shared links: a path of this site or an absolute address, 1200 x 630 pixels. */
  image?: string | null
  /** Says what the picture shows. */
  imageAlt?: string
  /** Keeps private and empty pages out of search engines. */
  noindex?: boolean
  type?: 'website' | 'article'
}

type Descriptor =
  | { title: string }
  | { name: string; content: string }
  | { property: string; content: string }
  | { tagName: 'link'; rel: string; href: string }

/**
 * Builds a page's title, description, canonical link and share tags, in the form Remix's `meta` returns.
 * @param matches what Remix hands to `meta`
 * @param page the page's own texts
 */
export function pageMeta(
  matches: Parameters<typeof siteFacts>[0],
  { title, description, path, image, imageAlt, noindex = false, type = 'website' }: PageMeta,
): Descriptor[] {
  const { brand, siteUrl } = siteFacts(matches)
  const text = description ?? brand.tagline
  const picture = new URL(image ?? '/share.png', siteUrl || 'http://localhost').href
  const alt = imageAlt || (image ? title : brand.name)
  const tags: Descriptor[] = [
    { title: pageTitle(title, brand) },
    { name: 'description', content: text },
    { property: 'og:site_name', content: brand.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: text },
    { property: 'og:type', content: type },
    { property: 'og:image', content: picture },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image', content: picture },
    { name: 'twitter:image:alt', content: alt },
  ]
  if (noindex) tags.push({ name: 'robots', content: 'noindex' })
  if (path !== undefined && siteUrl) {
    const href = siteUrl + path
    tags.push({ tagName: 'link', rel: 'canonical', href }, { property: 'og:url', content: href })
  }
  return tags
}
