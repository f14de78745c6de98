import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Writes `licenses.txt`, which the site serves: the licences of every package whose code browsers download. The licences ask for it;
 * as comments in the code they would make each download larger.
 */
export function licenses(): Plugin {
  return {
    name: 'licenses',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    config: () => ({ esbuild: { legalComments: 'none' } }),
    generateBundle(_options, bundle) {
      const folders = new Set<string>()
      for (const file of Object.values(bundle)) {
        for (const id of file.type === 'chunk' ? file.moduleIds : []) {
          const [, folder] = /^[\0]?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? []
          if (folder) folders.add(folder)
        }
      }
      const texts = [...folders].sort().map((folder) => {
        const about: { name: string; version: string; license?: string } = JSON.parse(
          readFileSync(join(folder, 'package.json'), 'utf8'),
        )
        const [file] = globSync('{LICENSE,LICENCE,license}*', { cwd: folder })
        const text = file ? readFileSync(join(folder, file), 'utf8').trim() : ''
        return `${about.name} ${about.version} (${about.license ?? 'see below'})\n\n${text}`.trim()
      })
      this.emitFile({
        type: 'asset',
        fileName: 'licenses.txt',
        source: `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`,
      })
    },
  }
}
