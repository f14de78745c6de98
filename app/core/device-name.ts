import { browserOf, deviceTypeOf } from './device.ts'

/** Names devices in lists of sessions. A module of its own, so that pages that only count devices do not download it. */

const deviceNames = { tablet: 'a tablet', mobile: 'a phone', desktop: 'a computer' }

/** Systems as people call them, the more telling first: Android names Linux too, an iPhone names a Mac. */
const systems: [mark: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

/** Names a device, as far as its browser does: `Chrome on Mac`. @param userAgent the browser's header, may be empty */
export function deviceOf(userAgent: string): string {
  if (!userAgent) return 'Unknown device'
  const browser = browserOf(userAgent)
  const system = systems.find(([mark]) => mark.test(userAgent))?.[1] ?? deviceNames[deviceTypeOf(userAgent)]
  return `${browser === 'Unknown' ? 'Browser' : browser} on ${system}`
}
