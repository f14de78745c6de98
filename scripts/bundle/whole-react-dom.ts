import { readFileSync } from 'node:fs'
import { type Plugin, transformWithEsbuild } from 'vite'

const file = /\/react-dom\/cjs\/react-dom\.production\.min\.js$/
const place = /__wholeReactDom\(([^()]+)\)/

/**
 * Replaces react-dom by a placeholder call while Rollup works, and puts its minified code back when the chunk is done. Rollup's tree
 * shaking removes 0.4 kB (gzip) of it but needs 7.6 s of CPU time for that, of 21.7 s for the whole build. When another version of React
 * names its files differently, the build stops with an error: then remove this plugin, or adapt `file`.
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
