/**
 * Makes the loop of the demo channel into `app/server/demo-stream`: a minute of picture in the brand's colours and of sound, both
 * generated, in two qualities. The files are committed; run `node scripts/draw-demo-stream.ts` only after a drawing changed. It needs
 * `ffmpeg` with libx264 and takes two minutes.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { dark } from '#core/palette.ts'
import { loopSeconds, makeSound, soundRate } from './art/demo-sound.ts'
import { outline } from './art/lettering.ts'

const folder = fileURLToPath(new URL('../app/server/demo-stream/', import.meta.url))
const [width, height, frameRate, segmentSeconds] = [960, 540, 24, 4]
/** The qualities: what x264 and AAC may spend, in kbit/s. Together they stay below 3 MB. */
const qualities = [
  { name: 'high', size: '960x540', video: 215, audio: 48 },
  { name: 'low', size: '480x270', video: 70, audio: 32 },
]
const mostBytes = 3_000_000

const wave = (turns: number) => Math.sin(turns * 2 * Math.PI)

/** Draws a stack of three speakers. */
const stack = (x: number) =>
  [0, 1, 2]
    .map((row) => `<rect x="${x}" y="${290 + row * 72}" width="96" height="68" rx="6" fill="${dark.sunk}"/>`)
    .join('')

/** Draws the sky. */
function scenery(): string {
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="${dark.skyHigh}"/><stop offset="0.45" stop-color="${dark.skyMid}"/>
    <stop offset="0.8" stop-color="${dark.skyLow}"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>`
}

/** Draws one frame. @param seconds from the loop's begin; the drawing at its end is that of its begin */
function frame(seconds: number): string {
  const beat = (seconds * 2) % 1
  const kick = Math.exp(-beat * 5)
  const bars = Array.from({ length: 24 }, (_, at) => {
    const level = 0.5 + 0.3 * wave(seconds / 4 + at / 7) + 0.2 * wave(seconds / 2 - at / 3)
    const tall = Math.round(14 + 76 * level * (0.45 + 0.55 * kick))
    return `<rect x="${192 + at * 24}" y="${530 - tall}" width="16" height="${tall}" rx="4" fill="${at % 3 ? dark.accent : dark.gold}"/>`
  }).join('')
  const cones = [104, 856].flatMap((x) =>
    [324, 396, 468].map(
      (
        y,
      ) => `<circle cx="${x}" cy="${y}" r="${(22 + 5 * kick).toFixed(1)}" fill="none" stroke="${dark.accent}" stroke-width="4"/>
        <circle cx="${x}" cy="${y}" r="${(7 + 3 * kick).toFixed(1)}" fill="${dark.gold}"/>`,
    ),
  )
  const clock = outline(`0:${String(Math.floor(seconds)).padStart(2, '0')}`, 'text', 34, 0)
  const name = outline('JOUVAY', 'display', 108, 0)
  const sub = outline('Demo channel', 'text', 34, 0)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${scenery()}
    <circle cx="480" cy="352" r="${(132 + 6 * kick).toFixed(1)}" fill="${dark.skyGlow}"/>
    <circle cx="480" cy="352" r="${(150 + 60 * beat).toFixed(1)}" fill="none" stroke="${dark.skyGlow}" stroke-opacity="${(0.5 * (1 - beat)).toFixed(2)}" stroke-width="3"/>
    <rect y="430" width="${width}" height="110" fill="${dark.skyHigh}"/>${stack(56)}${stack(808)}${bars}${cones.join('')}
    <g fill="${dark.onPhoto}"><g transform="translate(${480 - name.width / 2} 132)">${name.path}</g>
    <g transform="translate(${480 - sub.width / 2} 180)">${sub.path}</g>
    <g transform="translate(${896 - clock.width} 62)">${clock.path}</g></g></svg>`
}

/** Runs ffmpeg to its end. @param feed writes its standard input, if it has one */
async function ffmpeg(args: string[], feed?: (stdin: NodeJS.WritableStream) => Promise<void>): Promise<void> {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = once(child, 'exit')
  await feed?.(child.stdin)
  child.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}

async function drawFrames(stdin: NodeJS.WritableStream): Promise<void> {
  const count = loopSeconds * frameRate
  for (let at = 0; at < count; at += 8) {
    const pictures = Array.from({ length: Math.min(8, count - at) }, (_, next) =>
      sharp(Buffer.from(frame((at + next) / frameRate)))
        .removeAlpha()
        .raw()
        .toBuffer(),
    )
    for (const pixels of await Promise.all(pictures)) if (!stdin.write(pixels)) await once(stdin, 'drain')
  }
}

const work = await mkdtemp(join(tmpdir(), 'demo-stream-'))
const [picture, sound] = [join(work, 'picture.mkv'), join(work, 'sound.raw')]
await writeFile(sound, makeSound())
const pixels = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', String(frameRate)]
await ffmpeg(
  [...pixels, '-i', 'pipe:0', '-c:v', 'libx264', '-qp', '0', '-preset', 'ultrafast', picture],
  drawFrames,
)

for (const file of await readdir(folder)) if (/\.(mp4|m3u8)$/.test(file)) await rm(join(folder, file))
for (const { name, size, video, audio } of qualities) {
  const group = frameRate * segmentSeconds
  const shared = [
    '-i',
    picture,
    '-f',
    's16le',
    '-ar',
    String(soundRate),
    '-ac',
    '2',
    '-i',
    sound,
    '-s',
    size,
    '-c:v',
    'libx264',
  ]
  const spent = [
    '-preset',
    'veryslow',
    '-pix_fmt',
    'yuv420p',
    '-profile:v',
    'main',
    '-b:v',
    `${video}k`,
    '-passlogfile',
    join(work, name),
  ]
  const cut = ['-g', String(group), '-keyint_min', String(group), '-sc_threshold', '0', '-threads', '2']
  await ffmpeg([...shared, ...spent, ...cut, '-an', '-pass', '1', '-f', 'null', '/dev/null'])
  const out = [
    '-c:a',
    'aac',
    '-b:a',
    `${audio}k`,
    '-pass',
    '2',
    '-t',
    String(loopSeconds),
    '-f',
    'hls',
    '-hls_time',
    String(segmentSeconds),
  ]
  const files = [
    '-hls_segment_type',
    'fmp4',
    '-hls_flags',
    'single_file',
    '-hls_list_size',
    '0',
    '-hls_segment_filename',
    join(folder, `${name}.mp4`),
  ]
  await ffmpeg([
    ...shared,
    ...spent,
    ...cut,
    ...out,
    ...files,
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    '-flags:v',
    '+bitexact',
    '-flags:a',
    '+bitexact',
    join(folder, `${name}.m3u8`),
  ])
}
await rm(work, { recursive: true })
const bytes = await Promise.all(
  (await readdir(folder)).map(async (file) => (await readFile(join(folder, file))).length),
)
const total = bytes.reduce((sum, size) => sum + size, 0)
console.info(`${total.toLocaleString('en-US')} bytes`)
if (total > mostBytes)
  throw new Error(`The loop has more than ${mostBytes} bytes: lower what a quality may spend.`)
