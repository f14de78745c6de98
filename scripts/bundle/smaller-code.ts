import { minify } from 'terser'
import type { Plugin, Rollup } from 'vite'
import { startsFirstVisit } from './chunk-groups.ts'

/** The files of a first visit: those that it starts with, and all that they import. */
function firstVisitFiles(chunks: Record<string, Rollup.RenderedChunk>): Set<string> {
  const files = new Set<string>()
  const add = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    for (const next of chunks[file]?.imports ?? []) add(next)
  }
  for (const [file, { facadeModuleId }] of Object.entries(chunks))
    if (facadeModuleId && startsFirstVisit(facadeModuleId)) add(file)
  return files
}

/**
 * Packs what first visits download once more, with terser: it drops more and finds shorter names than esbuild, which saves
 * every visitor some kB. What is fetched on use stays as esbuild leaves it, because terser takes its time.
 */
export function smallerCode(): Plugin {
  return {
    name: 'smaller-code',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    renderChunk: {
      order: 'post',
      async handler(code, { fileName }, _options, { chunks }) {
        if (!firstVisitFiles(chunks).has(fileName)) return null
        const small = await minify(code, { module: true, format: { comments: false } })
        return small.code ? { code: small.code, map: null } : null
      },
    },
  }
}
