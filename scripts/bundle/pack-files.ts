import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compress = { br: promisify(brotliCompress), gz: promisify(gzip) }

/**
 * Writes a `.br` and a `.gz` beside each file that browsers download, at the highest compression. It takes 1.4 s of CPU time. The plugin
 * vite-plugin-compression2 leaves out the manifest that Remix writes after the bundle, which every page loads, and takes 9 s: it has one
 * quality for all files.
 * @param folder what is served
 */
export async function packFiles(folder: string): Promise<void> {
  const names = globSync('assets/**/*.{js,css,svg,wasm,json}', { cwd: folder })
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const body = await readFile(path)
      if (body.length < 1024) return
      // Quality 11 takes seconds for a megabyte and saves a tenth: that is the QR reader, which only the scanner's page loads.
      const params = { [constants.BROTLI_PARAM_QUALITY]: body.length > 500_000 ? 9 : 11 }
      const [br, gz] = await Promise.all([compress.br(body, { params }), compress.gz(body, { level: 9 })])
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
    }),
  )
}
