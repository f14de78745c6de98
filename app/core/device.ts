/** Tells the kind of device and browser of a visitor, as coarsely as the figures need it. */

export const deviceTypes = ['tablet', 'mobile', 'desktop'] as const
export type DeviceType = (typeof deviceTypes)[number]

export const browserNames = [
  'Firefox',
  'Opera',
  'Internet Explorer',
  'Edge',
  'Chrome',
  'Safari',
  'Unknown',
] as const
export type BrowserName = (typeof browserNames)[number]

/** @returns the kind of device that a user agent string names; anything unheard of counts as desktop */
export function deviceTypeOf(userAgent: string): DeviceType {
  if (/ipad|tablet|playbook|silk|kindle|android(?!.*mobile)/i.test(userAgent)) return 'tablet'
  return /mobi|iphone|ipod|blackberry|opera mini|iemobile|windows phone/i.test(userAgent)
    ? 'mobile'
    : 'desktop'
}

/** In this order: each browser also names those that it imitates. */
const marks: readonly (readonly [BrowserName, RegExp])[] = [
  ['Internet Explorer', /MSIE |Trident\//],
  ['Edge', /Edge\/|Edg\/|EdgA\/|EdgiOS\//],
  ['Opera', /OPR\/|Opera|OPiOS\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\/|Chromium\//],
  ['Safari', /Safari\//],
]

/** @returns the browser that a user agent string names */
export function browserOf(userAgent: string): BrowserName {
  return marks.find(([, mark]) => mark.test(userAgent))?.[0] ?? 'Unknown'
}

/** In this order: iPads say that they are Macs, and Android says that it is Linux. */
const platforms: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /iPhone|iPod/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Chromebook', /CrOS/],
  ['Mac', /Macintosh|Mac OS X/],
  ['Linux', /Linux|X11/],
]

/** @returns browser and platform that a user agent string names, for people: `Chrome on Android`; empty where it names neither */
export function browserAt(userAgent: string): string {
  const browser = browserOf(userAgent)
  const platform = platforms.find(([, mark]) => mark.test(userAgent))?.[0]
  const known = browser === 'Unknown' ? '' : browser
  return [known, platform].filter(Boolean).join(' on ')
}
