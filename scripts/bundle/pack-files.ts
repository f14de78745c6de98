import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

type Packed = { br: Buffer; gz: Buffer }

/**
 * Compressed files by the digest of their content, kept on the process: Vite loads its configuration, and so this module, again for the
 * server's build.
 */
const place = Symbol.for('jouvay packed bodies')
const globals: typeof globalThis & { [place]?: Map<string, Promise<Packed>> } = globalThis
globals[place] ??= new Map()
const bodies = globals[place]

async function pack(body: Buffer): Promise<Packed> {
  // Quality 11 takes seconds for a megabyte and saves a tenth: that is the QR reader, which only the scanner's page loads.
  const quality = body.length > 500_000 ? 9 : 11
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    promisify(gzip)(body, { level: 9 }),
  ])
  return { br, gz }
}

/** Compresses a body, or returns what an earlier call made of it. */
function packOnce(body: Buffer): Promise<Packed> {
  const digest = createHash('sha256').update(body).digest('hex')
  const known = bodies.get(digest) ?? pack(body)
  bodies.set(digest, known)
  return known
}

async function forEachFile(folder: string, work: (path: string, packed: Packed) => Promise<unknown>) {
  const paths = globSync('assets/**/*.{js,css,svg,wasm,json}', { cwd: folder }).map((path) =>
    join(folder, path),
  )
  // Two at a time: Node's four threads also read files for the server's build, which runs at the same time.
  const worker = async () => {
    for (let path = paths.pop(); path; path = paths.pop()) {
      const body = await readFile(path)
      if (body.length >= 1024) await work(path, await packOnce(body))
    }
  }
  await Promise.all([worker(), worker()])
}

/** Begins to compress what browsers download while the server's build runs, so that a build does not wait for it at its end. */
export function packEarly(): Plugin {
  return {
    name: 'pack-early',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    // Ignores a failure here: `packFiles` meets it again and reports it.
    writeBundle({ dir = '' }) {
      forEachFile(dir, async () => undefined).catch(() => undefined)
    },
  }
}

/**
 * Writes a `.br` and a `.gz` beside each file that browsers download, at the highest compression.
 * @param folder what is served
 */
export function packFiles(folder: string): Promise<void> {
  return forEachFile(folder, (path, { br, gz }) =>
    Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]),
  )
}
