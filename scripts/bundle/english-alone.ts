import type { Plugin } from 'vite'

/** The list of zod's own translations, which its main module hands on and nothing here asks for. */
const list = /\/node_modules\/zod\/v4\/locales\/index\.js$/

/** Leaves zod's fifty translations out of the build, which would read each to keep none: English comes by another way. */
export function englishAlone(): Plugin {
  return {
    name: 'english-alone',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (list.test(id) ? 'export {}' : null),
  }
}
