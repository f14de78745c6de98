import { readFileSync } from 'node:fs'
import { type Plugin, transformWithEsbuild } from 'vite'

const file = /\/react-dom\/cjs\/react-dom\.production\.min\.js$/
const place = /__wholeReactDom\(([^()]+)\)/

/**
 * Keeps react-dom from Rollup, which finds nothing to drop in it and takes most of a build to find that out: it is one
 * function whose every call is followed to every parameter. Rollup sees a call in its place, and the code is put there
 * when the chunk is done.
 */
export function wholeReactDom(): Plugin {
  let code = ''
  let placed = false
  return {
    name: 'whole-react-dom',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'post',
    async load(id) {
      if (!file.test(id)) return null
      const whole = `whole=(exports,react,scheduler)=>{const require=name=>name==='react'?react:scheduler;${readFileSync(id, 'utf8')}}`
      const small = await transformWithEsbuild(whole, id, { minify: true, legalComments: 'none' })
      code = small.code.trim().replace(/^whole=(.*);$/s, '($1)')
      return `const react = require('react'), scheduler = require('scheduler'); __wholeReactDom(exports, react, scheduler)`
    },
    renderChunk: {
      order: 'post',
      handler(chunk) {
        if (!place.test(chunk)) return null
        placed = true
        // A function, because the code is full of dollar signs.
        return { code: chunk.replace(place, (_, given: string) => `${code}(${given})`), map: null }
      },
    },
    generateBundle() {
      if (!placed) this.error('react-dom did not find its place in the bundle: no page would start.')
    },
  }
}
