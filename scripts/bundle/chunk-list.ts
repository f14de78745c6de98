import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { root } from '../../tools/settings.ts'

/** For each file that browsers download, as addresses name it (`/assets/...`): the modules in it, paths from the project's folder. */
export type ChunkList = Record<string, string[]>

/** Writes `chunks.json` into the build, beside what is served: what `npm run weight` reads. */
export function chunkList(): Plugin {
  return {
    name: 'chunk-list',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    writeBundle({ dir = '' }, bundle) {
      const list: ChunkList = {}
      for (const file of Object.values(bundle))
        if (file.type === 'chunk')
          list[`/${file.fileName}`] = file.moduleIds.map((id) => id.replace(root, '').replace(/\?.*$/, ''))
      writeFileSync(join(dir, '..', 'chunks.json'), JSON.stringify(list))
    },
  }
}
