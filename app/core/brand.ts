/** Who the site is. Kept in the settings; these are the words that stand in when the settings cannot be read. */
export type Brand = {
  name: string
  company: string
  /** Path of the logo image; null shows the house mark. */
  logo: string | null
  tagline: string
  /** The mailbox that people write to; null where there is none. */
  contactEmail: string | null
  postalAddress: string | null
  /** Links to the brand on other sites. */
  socialLinks: { label: string; url: string }[]
  /** IANA zone for everything that has no event of its own. */
  timeZone: string
  /** ISO 4217 code. */
  currency: string
}

export const defaultBrand: Brand = {
  name: 'Jouvay',
  company: 'Jouvay Events',
  logo: null,
  tagline: 'Caribbean nights, from first drum to first light.',
  contactEmail: null,
  postalAddress: null,
  socialLinks: [],
  timeZone: 'America/New_York',
  currency: 'USD',
}
