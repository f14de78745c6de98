import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rollup } from 'vite'

/** The page that starts the scanner without the network, and what every page loads. */
const starts =
  /\/app\/(routes\/ticket-scanner_\.offline\.tsx\?__remix|root\.tsx\?__remix|entry\.client\.tsx$)/
/** Modules that the scanner loads late and needs without the network, too. */
const late =
  /\/app\/features\/door\/|\/app\/browser\/|\/app\/ui\/|\/node_modules\/(zxing-wasm|@noble\/ed25519)\//

/** Collects a chunk and what it needs: its imports, and those of its late parts that belong to the scanner. */
function collect(chunk: Rollup.OutputChunk, bundle: Rollup.OutputBundle, found: Set<string>): void {
  if (found.has(chunk.fileName)) return
  found.add(chunk.fileName)
  const { importedCss = [], importedAssets = [] } = chunk.viteMetadata ?? {}
  for (const file of [...importedCss, ...importedAssets]) found.add(file)
  const parts = chunk.dynamicImports.filter((name) => {
    const part = bundle[name]
    return part?.type === 'chunk' && part.moduleIds.some((id) => late.test(id))
  })
  for (const name of [...chunk.imports, ...parts]) {
    const next = bundle[name]
    if (next?.type === 'chunk') collect(next, bundle, found)
  }
}

/** Writes `door-files.json` into the build: the files that the scanner needs without the network, for its service worker. */
export function doorFiles(): Plugin {
  return {
    name: 'door-files',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    writeBundle({ dir = '' }, bundle) {
      const found = new Set<string>()
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && starts.test(file.facadeModuleId ?? '')) collect(file, bundle, found)
      writeFileSync(join(dir, '..', 'door-files.json'), JSON.stringify([...found].map((name) => `/${name}`)))
    },
  }
}
