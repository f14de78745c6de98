/** The picture of a shared link to an event: what it says, where it is, and how it is made. */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { readPictureKey } from '#core/picture.ts'
import { openFont } from '#server/lettering.server.ts'
import { keepSharePicture, readPortrait } from '#server/pictures.server.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { drawSharePicture, type ShareFonts } from '#server/share-picture.server.ts'
import { userClient } from '#server/supabase.server.ts'
import displayFont from '#ui/fonts/bricolage-display.woff2?inline'
import textFont from '#ui/fonts/figtree.woff2?inline'
import { isDateOpen, NEW_DATE_SOON, placeLine } from '../events.rules.ts'
import { type ShareCard, shareCardSchema } from './public-events.types.ts'

/** Counted up when the drawing changes, so that pictures in caches are replaced. */
const design = 1

type Facts = Omit<ShareCard, 'id'>

const labels: Partial<Record<ShareCard['status'], string>> = { postponed: 'Postponed', cancelled: 'Canceled' }

/** Says what the picture says. The venue of a members event is left out, because the picture is the same for all. */
function wordsOf({ title, status, visibility, startsAt, timeZone, brand, ...place }: Facts) {
  const when = isDateOpen({ status })
    ? NEW_DATE_SOON
    : `${formatDay(startsAt, timeZone)} · ${formatClockWithZone(startsAt, timeZone)}`
  const where = placeLine(visibility === 'members' ? { ...place, venueName: '' } : place)
  return { brand, title, label: labels[status] ?? null, lines: [when, where] }
}

function keyOf(facts: Facts): string {
  const content = JSON.stringify([design, wordsOf(facts), facts.imagePath])
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}

/** Returns whether an event has such a picture: not a draft, nor one that only its password opens. */
export function hasSharePicture({ status, visibility }: Pick<ShareCard, 'status' | 'visibility'>): boolean {
  return status !== 'draft' && visibility !== 'password'
}

/** Returns the address of the picture of a shared link to an event. It changes with what the picture says. */
export function sharePicturePath(event: Omit<ShareCard, 'brand'>, brand: string): string {
  return paths.sharePicture(event.id, keyOf({ ...event, brand }))
}

/**
 * Reads the picture of a shared link to an event; makes it when it is asked for first. Nothing but the present picture of an event that
 * visitors may open is ever made, one at a time and once, so requests cannot cost more than that.
 * @param file the last part of its address
 * @returns the picture; or where it is now; null where there is no such event for visitors
 */
export async function readSharePicture(
  args: RequestArgs,
  id: string | undefined,
  file: string | undefined,
): Promise<{ bytes: ArrayBuffer } | { movedTo: string } | null> {
  const eventId = z.uuid().safeParse(id).data
  if (!eventId) return null
  const card = await rpc(userClient(args), 'read_share_card', { p_id: eventId }, shareCardSchema.nullable())
  if (!card) return null
  const key = keyOf(card)
  if (file !== `${key}.jpg`) return { movedTo: paths.sharePicture(eventId, key) }
  return { bytes: await keepSharePicture(eventId, key, () => draw(card)) }
}

let fonts: ShareFonts | undefined

async function draw(card: ShareCard): Promise<Buffer> {
  fonts ??= { display: fontOf(displayFont), text: fontOf(textFont) }
  const picture = await readPortrait(card.imagePath)
  const colors = readPictureKey(card.imagePath)?.colors ?? []
  return drawSharePicture({ ...wordsOf(card), picture, colors }, fonts)
}

/** Opens a font that the build carries as a data address. */
const fontOf = (address: string) => openFont(Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'))
