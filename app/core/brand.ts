import type { Shell } from './shell.ts'

/** Names the site. Stored in the settings; the default is used when the settings cannot be read. */
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
