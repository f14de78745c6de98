/**
 * Builds the structured data of pages (schema.org) for search engines and assistants, and writes it into a page
 * safely.
 */
import type { Brand } from './brand.ts'

/**
 * Describes the brand as schema.org `Organization`.
 * @param brand from the settings
 * @param siteUrl public origin of the site, no slash at the end
 */
export function organizationData(
  brand: Pick<Brand, 'name' | 'company' | 'logo' | 'tagline'>,
  siteUrl: string,
): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${siteUrl}/#organization`,
    name: brand.name,
    legalName: brand.company,
    slogan: brand.tagline,
    url: `${siteUrl}/`,
    logo: new URL(brand.logo ?? '/icon-512.png', siteUrl).href,
  }
}

const unsafe = /[<>&\u2028\u2029]/g

/**
 * Serializes JSON for the inside of a `<script>`: nothing in it can end the element or start another, and it parses
 * to the same value.
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    unsafe,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
