import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pictureFile, pictureJpeg, pictureJpegs, pictureSlots, readPictureKey } from '#core/picture.ts'
import { ok, type Result } from '#core/result.ts'
import { decodePhoto, type FocalPoint, makePicture, photoFrames } from './picture-files.server.ts'
import { serviceClient } from './supabase.server.ts'

/**
 * The files of uploaded pictures. They are stored in a private bucket and are shown under `/pictures/<name>`. Names hold a hash of
 * the content, so several rows may name one file, and mails that were sent refer to it: files are not deleted.
 */

const bucket = 'pictures'

/** A smaller photograph would be blurred where it is shown large. */
const leastPhotoPixels = 600

/** Names of the files: of the slots, and of the JPEGs. */
const fileName = new RegExp(
  `^[0-9a-f]{12}-(?:(?:${Object.keys(pictureSlots).join('|')})-[0-9]{3,4}\\.(avif)` +
    `|(?:${Object.keys(pictureJpegs).join('|')})\\.(jpg))$`,
)

/** Returns the content type that a file has by its name; null for a name that no file of a picture can have. */
function typeOf(name: string): string | null {
  const [, avif, jpeg] = fileName.exec(name) ?? []
  return jpeg ? 'image/jpeg' : avif ? 'image/avif' : null
}

/** The upload that is being made, or a settled promise. */
let making: Promise<unknown> = Promise.resolve()

/** Runs the works one after another: encoding one picture uses all the processor time that pages can spare. */
function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const result = making.then(work)
  making = result.catch(() => undefined)
  return result
}

/**
 * Makes all files of a picture from a photograph that somebody sent, and stores them. Takes some seconds, in threads beside the
 * one that serves requests; the files of only one picture are made at a time.
 * @param bytes the file as it was sent
 * @param focal the point that every crop keeps
 * @param crops `square` for a picture that is shown as a square alone
 * @returns the picture's key
 * Refuses `picture_too_many_pixels`, `picture_too_small` (600 pixels on each side), `picture_unreadable`.
 */
export function storePicture(
  bytes: Buffer,
  focal: FocalPoint,
  crops: 'all' | 'square' = 'all',
): Promise<Result<string>> {
  return inTurn(async () => {
    const frames = await decodePhoto(bytes, (photo) => photoFrames(photo, focal), leastPhotoPixels)
    if (!frames.ok) return frames
    const { square } = frames.value
    const { key, files } = await makePicture(crops === 'all' ? frames.value : { square }, {
      folder: 'pictures',
    })
    await storeFiles(files)
    return ok(key)
  })
}

/** Stores the files that are not there yet. */
async function storeFiles(files: Map<string, Buffer>): Promise<void> {
  const store = serviceClient().storage.from(bucket)
  const [first = ''] = files.keys()
  const stored = await store.list('', { search: first.slice(0, 12), limit: 100 })
  if (stored.error) throw stored.error
  const storedNames = new Set(stored.data.map(({ name }) => name))
  for (const [name, file] of files) {
    if (storedNames.has(name)) continue
    // Replaces what another server has stored meanwhile: the same bytes.
    const { error } = await store.upload(name, file, {
      contentType: typeOf(name) ?? undefined,
      cacheControl: '31536000',
      upsert: true,
    })
    if (error) throw error
  }
}

/**
 * Reads a file of a picture.
 * @param name the last part of its address, as it was requested
 * @returns null when there is no such file
 * @throws the storage's error when it cannot be read for another reason
 */
export async function readPictureFile(name: string): Promise<{ type: string; bytes: ArrayBuffer } | null> {
  const type = typeOf(name)
  if (!type) return null
  const { data, error } = await serviceClient().storage.from(bucket).download(name)
  if (data) return { type, bytes: await data.arrayBuffer() }
  // The storage reports a missing object with either status.
  if ('status' in error && (error.status === 404 || error.status === 400)) return null
  throw error
}

/**
 * Reads the portrait of a picture, 800 pixels wide: an uploaded one from the storage, a drawing from the files of the site.
 * @param key as `image_path` holds it
 * @returns null where there is none
 */
export async function readPortrait(key: string | null): Promise<Buffer | null> {
  const picture = readPictureKey(key)
  return picture && (await readOwnFile(pictureFile(picture.base, 'portrait', 800)))
}

/**
 * Reads the lettered poster of a picture as a JPEG, 640 x 800 pixels.
 * @param key as `image_path` holds it
 * @returns null where there is none
 */
export async function readPoster(key: string | null): Promise<Buffer | null> {
  const path = pictureJpeg(key, 'mail')
  return path ? await readOwnFile(path) : null
}

/** Reads a file of a picture by its path: an uploaded one from the storage, a drawing from the files of the site. */
async function readOwnFile(path: string): Promise<Buffer | null> {
  const [, folder, name = ''] = path.split('/')
  if (folder === 'pictures') {
    const file = await readPictureFile(name)
    return file && Buffer.from(file.bytes)
  }
  return await readFile(resolve('public', 'art', name)).catch(() => null)
}

/**
 * Reads the picture of a shared link to an event or a product; makes and stores it when there is none yet, and deletes the item's
 * earlier ones, which may name a venue that is hidden now. Drawn one at a time, like uploads.
 * @param key of the picture's content, hexadecimal
 * @param draw makes the JPEG
 */
export async function keepSharePicture(
  itemId: string,
  key: string,
  draw: () => Promise<Buffer>,
): Promise<ArrayBuffer> {
  const store = serviceClient().storage.from(bucket)
  const ofItem = `share-${itemId}-`
  const name = `${ofItem}${key}.jpg`
  const stored = async () => {
    const { data, error } = await store.download(name)
    if (data) return await data.arrayBuffer()
    if ('status' in error && (error.status === 404 || error.status === 400)) return null
    throw error
  }
  return (
    (await stored()) ??
    (await inTurn(async () => {
      const made = await stored()
      if (made) return made
      const bytes = await draw()
      const { error } = await store.upload(name, bytes, {
        contentType: 'image/jpeg',
        cacheControl: '31536000',
        upsert: true,
      })
      if (error) throw error
      const all = await store.list('', { search: ofItem, limit: 100 })
      const earlier = (all.data ?? []).map((file) => file.name).filter((other) => other !== name)
      if (earlier.length > 0) await store.remove(earlier)
      return new Uint8Array(bytes).buffer
    }))
  )
}
