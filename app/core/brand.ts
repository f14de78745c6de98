import type { Shell } from './shell.ts'

/** Who the site is. Kept in the settings; the default stands in when the settings cannot be read. */
export type Brand = Shell['brand']

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
