/**
 * Draws the site's icons and the picture of shared links from the house mark, into `public`, and the
 * one of wallet passes into `app/server`. The results are committed;
 * run this again (`node scripts/draw-icons.ts`) only to change them.
 */
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { dark } from '../app/core/palette.ts'

const { ground, accent: coral, gold, onPhoto: sand } = dark

/** The mark of `app/ui/first-light.tsx` in colours, on a 32 x 32 field. */
const mark = `<g fill="none" stroke="${coral}" stroke-linecap="round">
  <path d="M9.5 21a6.5 6.5 0 0 1 13 0Z" fill="${gold}" stroke="none"/>
  <path d="M5.4 21a10.6 10.6 0 0 1 21.2 0" stroke-width="2.4" stroke-dasharray="7.4 5.55"/>
  <path d="M1.6 21a14.4 14.4 0 0 1 28.8 0" stroke-width="2.4" stroke-dasharray="10.6 6.7"/>
  <path d="M2 25.6h28M8 29.6h16" stroke-width="2.4"/>
</g>`

/** "Jouvay" in the display face as outlines, 1000 units to the em, baseline at 0. */
const wordmark =
  'M17 8 8 -140Q17 -137 26 -136Q35 -136 40 -136Q67 -136 83 -146Q99 -157 106 -180Q114 -204 114 -242V-660H274V-239Q274 -154 250 -99Q227 -44 179 -18Q131 9 55 9Q46 9 38 9Q29 9 17 8ZM536 13Q464 13 416 -18Q367 -50 342 -112Q317 -173 317 -264Q317 -360 344 -422Q371 -483 420 -512Q470 -541 538 -541Q610 -541 659 -512Q708 -482 732 -422Q757 -362 757 -267Q757 -170 730 -108Q704 -46 654 -16Q605 13 536 13ZM538 -101Q559 -101 572 -117Q586 -133 592 -168Q599 -202 599 -255Q599 -314 592 -351Q585 -388 572 -406Q558 -424 536 -424Q515 -424 502 -407Q488 -390 482 -354Q476 -317 476 -258Q476 -176 492 -138Q507 -101 538 -101ZM935 13Q864 13 830 -42Q796 -96 796 -212V-528H953V-238Q953 -179 964 -154Q975 -128 1000 -128Q1016 -128 1028 -138Q1039 -149 1046 -168Q1054 -188 1058 -218Q1061 -248 1061 -287V-528H1218V-235V0H1088L1087 -187H1075Q1071 -113 1054 -70Q1036 -26 1006 -6Q976 13 935 13ZM1374 0 1243 -528H1410L1471 -130H1479L1544 -528H1705L1573 0ZM1842 13Q1806 13 1776 -2Q1747 -17 1730 -47Q1712 -77 1712 -122Q1712 -167 1728 -196Q1745 -226 1772 -245Q1800 -264 1832 -275Q1864 -286 1895 -294Q1928 -303 1946 -312Q1965 -320 1973 -332Q1981 -343 1981 -363Q1981 -389 1968 -404Q1955 -420 1930 -420Q1912 -420 1898 -409Q1885 -398 1878 -376Q1871 -354 1873 -318L1727 -334Q1726 -386 1740 -425Q1755 -464 1782 -490Q1810 -516 1849 -528Q1888 -541 1937 -541Q2005 -541 2048 -516Q2092 -490 2114 -440Q2135 -389 2135 -312V-194Q2135 -162 2136 -129Q2136 -96 2137 -64Q2138 -31 2139 0H2003Q2001 -33 2000 -66Q1999 -99 1998 -134H1987Q1981 -89 1962 -56Q1943 -22 1912 -4Q1882 13 1842 13ZM1910 -109Q1923 -109 1935 -114Q1947 -120 1956 -132Q1966 -143 1972 -159Q1979 -175 1980 -195V-264L2005 -270Q1995 -258 1980 -250Q1966 -241 1950 -236Q1934 -230 1918 -224Q1903 -217 1890 -210Q1878 -202 1870 -190Q1863 -178 1863 -160Q1863 -133 1877 -121Q1891 -109 1910 -109ZM2349 154Q2316 154 2282 148Q2248 142 2218 130Q2187 119 2164 104L2206 -38Q2234 -9 2269 4Q2304 17 2338 17Q2380 17 2408 -2Q2437 -20 2452 -59Q2467 -98 2469 -157L2471 -229H2456Q2454 -161 2436 -119Q2417 -77 2386 -58Q2356 -39 2317 -39Q2272 -39 2242 -64Q2212 -89 2197 -140Q2182 -190 2182 -267V-528H2339V-308Q2339 -239 2350 -208Q2361 -177 2388 -177Q2403 -177 2414 -187Q2424 -197 2430 -216Q2437 -236 2440 -264Q2442 -292 2442 -329V-528H2598V-155Q2598 -113 2591 -70Q2584 -26 2567 14Q2550 54 2522 86Q2493 117 2450 136Q2408 154 2349 154Z'

/**
 * @param size edge in pixels
 * @param share how much of the edge the mark takes
 * @param corner corner radius in pixels
 */
function icon(size: number, share: number, corner = 0): string {
  const scale = (size * share) / 32
  const left = (size - 32 * scale) / 2
  // Centres the mark: its middle lies a little below its field's.
  const top = (size - 37 * scale) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <rect width="${size}" height="${size}" rx="${corner}" fill="${ground}"/>
    <g transform="translate(${left} ${top}) scale(${scale})">${mark}</g></svg>`
}

const shared = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
  <defs>
    <radialGradient id="sky" gradientUnits="userSpaceOnUse" cx="860" cy="690" r="900">
      <stop offset="0" stop-color="${dark.skyGlow}"/><stop offset="0.34" stop-color="${dark.skyLow}"/>
      <stop offset="0.62" stop-color="${dark.skyMid}"/><stop offset="1" stop-color="${dark.skyHigh}"/>
    </radialGradient>
  </defs>
  <rect width="1200" height="630" fill="url(#sky)"/>
  <g transform="translate(470 -10) scale(24)" opacity="0.16" fill="none" stroke="${sand}" stroke-linecap="round">
    <path d="M9.5 27a6.5 6.5 0 0 1 13 0Z" fill="${sand}" stroke="none"/>
    <path d="M5.4 27a10.6 10.6 0 0 1 21.2 0" stroke-width="2.2" stroke-dasharray="7.4 5.55"/>
    <path d="M1.6 27a14.4 14.4 0 0 1 28.8 0" stroke-width="2.2" stroke-dasharray="10.6 6.7"/>
  </g>
  <path transform="translate(76 510) scale(0.265)" fill="${sand}" d="${wordmark}"/>
</svg>`

const png = (svg: string) => sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()

/** Builds an .ico file that holds one PNG. */
function ico(image: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(image.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, image])
}

await writeFile('public/favicon.svg', `${icon(64, 0.76, 14)}\n`)
await writeFile('public/favicon.ico', ico(await png(icon(32, 0.82, 7)), 32))
await writeFile('public/apple-touch-icon.png', await png(icon(180, 0.7)))
await writeFile('app/server/pass-icon.png', await png(icon(150, 0.76, 32)))
await writeFile('public/icon-192.png', await png(icon(192, 0.76, 40)))
await writeFile('public/icon-512.png', await png(icon(512, 0.76, 108)))
await writeFile('public/icon-maskable-512.png', await png(icon(512, 0.56)))
await writeFile(
  'public/share.png',
  await sharp(Buffer.from(shared)).png({ palette: true, quality: 90 }).toBuffer(),
)
