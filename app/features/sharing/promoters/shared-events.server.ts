import { drawQr } from '#server/draw-qr.server.ts'
import { readEnv } from '#server/env.server.ts'
import { promoterUrl } from './promoters.rules.ts'
import type { PromoterPage } from './promoters.types.ts'

/** Adds to each event of a promoter the address that they share, and its QR code. */
export function sharedEvents({ events }: PromoterPage) {
  return events.map((row) => {
    const url = promoterUrl(readEnv().SITE_URL, row.event, row.linkCode)
    return { ...row, url, qr: drawQr(url, 14) }
  })
}
