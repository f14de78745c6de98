/**
 * Draws the demo brand's pictures into `public/art` and their keys into `supabase/seed.sql`. Files and keys are committed; run
 * `node scripts/draw-art.ts` only after a drawing changed (`node scripts/draw-art.ts dutty-friday` draws that one alone). The same
 * drawing gives the same files.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { makePicture, type PictureFrames } from '#server/picture-files.server.ts'
import { drawings } from './art/drawings.ts'
import { type Drawing, printSheet, type SheetKind } from './art/press.ts'

const folder = new URL('../public/art/', import.meta.url)
const seedFile = new URL('../supabase/seed.sql', import.meta.url)
const block =
  /(-- Pictures, written by scripts\/draw-art\.ts\..*?values\n)(.*?)(\n\) as v\(name, key, alt\);)/s

/** Prints one sheet at the width of its largest file. */
async function frame(drawing: Drawing, kind: SheetKind): Promise<Buffer> {
  const { data, width, height } = await printSheet(
    drawing,
    kind,
    { poster: 800, portrait: 800, wide: 1440, square: 800, share: 1200 }[kind],
  )
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

async function framesOf(drawing: Drawing): Promise<PictureFrames> {
  if (drawing.squareOnly) return { square: await frame(drawing, 'square') }
  const portrait = await frame(drawing, 'portrait')
  const poster = drawing.title ? await frame(drawing, 'poster') : portrait
  const wide = await frame(drawing, 'wide')
  const square = await frame(drawing, 'square')
  const share = await frame(drawing, 'share')
  return { poster, portrait, wide, square, share, mail: poster }
}

async function draw(drawing: Drawing): Promise<string> {
  const { key, files } = await makePicture(await framesOf(drawing), { folder: 'art', name: drawing.name })
  const own = new RegExp(`^${drawing.name}-[0-9a-f]{12}-`)
  for (const file of await readdir(folder)) if (own.test(file)) await rm(new URL(file, folder))
  for (const [file, bytes] of files) await writeFile(new URL(file, folder), bytes)
  return key
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

const names = process.argv.slice(2)
await mkdir(folder, { recursive: true })
for (const drawing of drawings) {
  if (names.length > 0 && !names.includes(drawing.name)) continue
  const key = await draw(drawing)
  // Writes each key at once, so that a run that is stopped leaves files and keys in step.
  const seed = await readFile(seedFile, 'utf8')
  const rows = new Map(
    (block.exec(seed)?.[2] ?? '').split('\n').map((row) => [/'([a-z0-9-]+)'/.exec(row)?.[1], row]),
  )
  rows.set(drawing.name, `  (${[drawing.name, key, drawing.alt].map(quoted).join(', ')}),`)
  const inOrder = drawings.flatMap(({ name }) => rows.get(name) ?? [])
  const list = inOrder.map((row, at) => row.replace(/,?$/, at < inOrder.length - 1 ? ',' : '')).join('\n')
  if (!block.test(seed)) throw new Error('supabase/seed.sql has no place for pictures')
  await writeFile(
    seedFile,
    seed.replace(block, (_, head: string, __, tail: string) => head + list + tail),
  )
  console.info(key)
}
