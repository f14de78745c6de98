/** The map of an event's page: where its picture is, and how it is made. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { dark, light } from '#core/palette.ts'
import * as paths from '#core/paths.ts'
import { openFont } from '#server/lettering.server.ts'
import {
  drawLocatorMap,
  type MapColors,
  type MapPlace,
  mapHeight,
  mapWidth,
} from '#server/locator-map.server.ts'
import { mapShapes } from '#server/map-shapes.server.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import textFont from '#ui/fonts/figtree.woff2?inline'
import { type EventDetail, shareCardSchema } from './public-events.types.ts'
import { hasSharePicture } from './share-card.server.ts'
import type { MapImage } from './ui/event-facts.tsx'

/** Counted up when the drawing changes, so that pictures in caches are replaced. */
const design = 2

const lightMap: MapColors = {
  water: light.infoSoft,
  land: light.surface,
  line: light.lineStrong,
  label: light.inkMuted,
  pin: light.accent,
  pinEdge: light.raised,
}
const darkMap: MapColors = {
  water: dark.infoSoft,
  land: dark.raised,
  line: dark.lineStrong,
  label: dark.inkMuted,
  pin: dark.accent,
  pinEdge: dark.ground,
}

type Located = Pick<EventDetail, 'country' | 'latitude' | 'longitude'>

/** Returns where an event is; null where that is not known to everybody. */
function placeOf({ country, latitude, longitude }: Located): MapPlace | null {
  return latitude === null || longitude === null ? null : { country, latitude, longitude }
}

function keyOf(place: MapPlace): string {
  const content = JSON.stringify([design, place.country, place.latitude, place.longitude])
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}

/** The pictures of the last places that were asked for; empty text where nothing can be drawn. Each is 10 to 60 KB. */
const drawn = new LRUCache<string, Promise<string>>({ max: 200 })
let font: ReturnType<typeof openFont> | undefined

async function draw(place: MapPlace): Promise<string> {
  const shapes = await mapShapes()
  font ??= openFont(Buffer.from(textFont.slice(textFont.indexOf(',') + 1), 'base64'))
  return drawLocatorMap(place, shapes, font, { light: lightMap, dark: darkMap }) ?? ''
}

/** Draws the map of a place once. */
function mapOf(place: MapPlace): Promise<string> {
  const key = keyOf(place)
  const known = drawn.get(key)
  if (known) return known
  const drawing = draw(place)
  drawn.set(key, drawing)
  drawing.catch(() => drawn.delete(key))
  return drawing
}

/**
 * Returns the picture of an event's map as its page shows it. Only an event that everybody with its address may open has one, so that
 * it may lie in every cache.
 * @returns null without coordinates, while the venue is hidden, and where no map would say more than the address
 */
export async function eventMapImage(
  event: Located &
    Pick<EventDetail, 'id' | 'status' | 'visibility' | 'venueName' | 'neighborhood' | 'city' | 'region'>,
): Promise<MapImage | null> {
  const place = placeOf(event)
  if (!place || !hasSharePicture(event) || event.visibility === 'members' || !(await mapOf(place)))
    return null
  const where = [event.city, event.region].filter(Boolean).join(', ')
  return {
    src: paths.eventMap(event.id, keyOf(place)),
    width: mapWidth,
    height: mapHeight,
    alt: `Map: ${event.venueName || event.neighborhood || event.city} in ${where}`,
  }
}

/**
 * Reads the map of an event. Nothing but the present map of an event that visitors may open is ever drawn, and each place once.
 * @param file the last part of its address
 * @returns the picture, or where it is now; null where there is none for visitors
 */
export async function readEventMap(
  args: RequestArgs,
  id: string | undefined,
  file: string | undefined,
): Promise<{ svg: string } | { movedTo: string } | null> {
  const eventId = z.uuid().safeParse(id).data
  if (!eventId) return null
  const card = await rpc(userClient(args), 'read_share_card', { p_id: eventId }, shareCardSchema.nullable())
  const place = card && placeOf(card)
  if (!place) return null
  const key = keyOf(place)
  if (file !== `${key}.svg`) return { movedTo: paths.eventMap(eventId, key) }
  const svg = await mapOf(place)
  return svg ? { svg } : null
}
