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
