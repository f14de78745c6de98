import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { root } from '../../tools/settings.ts'

const statement = /import\s*\{([^}]*)\}\s*from\s*'lucide-react'/g

/** Which file each name of the icons' package comes from, as its own list says. */
function readNames(): Map<string, string> {
  const folder = dirname(createRequire(import.meta.url).resolve('lucide-react/package.json'))
  const list = readFileSync(join(folder, 'dist/esm/lucide-react.mjs'), 'utf8')
  const names = new Map<string, string>()
  for (const [, words = '', file = ''] of list.matchAll(
    /export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g,
  ))
    for (const [, name = ''] of words.matchAll(/default as (\w+)/g)) names.set(name, file)
  return names
}

/**
 * Imports each icon from its own file: the package's list names 1,700 files, all of which a build would read to keep the
 * forty that are used. What draws them is `app/ui/create-icon.tsx`.
 */
export function iconsAlone(): Plugin {
  let names: Map<string, string> | undefined
  return {
    name: 'icons-alone',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ ssr: { noExternal: ['lucide-react'] } }),
    resolveId(source, importer = '') {
      return source.endsWith('/createLucideIcon.mjs') && importer.includes('/lucide-react/dist/esm/icons/')
        ? join(root, 'app/ui/create-icon.tsx')
        : null
    },
    transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes('lucide-react')) return null
      names ??= readNames()
      const files = names
      const alone = code.replaceAll(statement, (_, words: string) =>
        words
          .split(',')
          .map((word) => word.trim())
          .filter((word) => word && !word.startsWith('type '))
          .map((word) => {
            const [name = '', local = name] = word.split(/\s+as\s+/)
            const file = files.get(name)
            if (!file) this.error(`lucide-react has no icon named ${name}.`)
            return `import ${local} from 'lucide-react/icons/${file}'`
          })
          .join(';'),
      )
      return { code: alone, map: null }
    },
  }
}
