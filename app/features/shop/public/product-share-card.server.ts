/** The picture of a shared link to a product: what it says, where it is, and how it is made. */
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
import { priceText } from './catalogue.rules.ts'
import { type ProductShareCard, productShareCardSchema } from './catalogue.types.ts'

/** Counted up when the drawing changes, so that pictures in caches are replaced. */
const design = 1

type Facts = Omit<ProductShareCard, 'id'>

/** Says what the picture says: the product and its price, and the day of its drop until then. */
function wordsOf(facts: Facts) {
  const { brand, name, summary, dropAt, timeZone, currency } = facts
  const drop = dropAt && `Drops ${formatDay(dropAt, timeZone)}, ${formatClockWithZone(dropAt, timeZone)}`
  return { brand, title: name, label: drop, lines: [priceText(facts, currency), summary] }
}

function keyOf(facts: Facts): string {
  const content = JSON.stringify([design, wordsOf(facts), facts.imagePath])
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}

/** Returns the address of the picture of a shared link to a product. It changes with what the picture says. */
export function productSharePath(product: ProductShareCard): string {
  return paths.productSharePicture(product.id, keyOf(product))
}

/**
 * Reads the picture of a shared link to a product; makes it when it is asked for first. Nothing but the present picture of a product
 * in the shop is ever made, one at a time and once, so requests cannot cost more than that.
 * @param file the last part of its address
 * @returns the picture; or where it is now; null where there is no such product for visitors
 */
export async function readProductSharePicture(
  args: RequestArgs,
  id: string | undefined,
  file: string | undefined,
): Promise<{ bytes: ArrayBuffer } | { movedTo: string } | null> {
  const productId = z.uuid().safeParse(id).data
  if (!productId) return null
  const card = await rpc(
    userClient(args),
    'read_product_share_card',
    { p_id: productId },
    productShareCardSchema.nullable(),
  )
  if (!card) return null
  const key = keyOf(card)
  if (file !== `${key}.jpg`) return { movedTo: productSharePath(card) }
  return { bytes: await keepSharePicture(productId, key, () => draw(card)) }
}

let fonts: ShareFonts | undefined

async function draw(card: ProductShareCard): Promise<Buffer> {
  fonts ??= { display: fontOf(displayFont), text: fontOf(textFont) }
  const picture = await readPortrait(card.imagePath)
  const colors = readPictureKey(card.imagePath)?.colors ?? []
  return drawSharePicture({ ...wordsOf(card), picture, colors }, fonts)
}

/** Opens a font that the build carries as a data address. */
const fontOf = (address: string) => openFont(Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'))
