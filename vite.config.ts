import { vitePlugin as remix } from '@remix-run/dev'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { minify } from 'terser'
import { defineConfig, type Plugin } from 'vite'
import options from './remix.config.js'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

/**
 * Rollup finds nothing to drop in react-dom, and takes half of a build to find that out: its file is one function whose
 * every call is followed to every parameter.
 */
const wholeReactDom: Plugin = {
  name: 'whole-react-dom',
  apply: 'build',
  enforce: 'post',
  transform: (code, id) =>
    /react-dom\/cjs\//.test(id) ? { code, map: null, moduleSideEffects: 'no-treeshake' } : null,
}

/**
 * Gives the framework's code shorter names than esbuild finds: 2.6 kB of what every first visit downloads. Names only, and
 * that file only: the rest of what terser can do takes the build seconds and gains little.
 */
const shorterNames: Plugin = {
  name: 'shorter-names',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk' || !file.moduleIds.some((id) => /react-dom\/cjs\/react-dom\.prod/.test(id)))
        continue
      const { code } = await minify(file.code, { module: true, compress: false, mangle: true })
      if (code) file.code = code
    }
  },
}

export default defineConfig({
  plugins: [vanillaExtractPlugin(), remix(options), wholeReactDom, shorterNames],
  // Vite's dev server duplicates React when it finds a dependency late, so each client dependency is named.
  optimizeDeps: {
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      '@remix-run/react',
      '@conform-to/react',
      '@conform-to/zod/v4',
      'zod',
      'radix-ui',
      'firebase/app',
      'firebase/auth',
      'lucide-react',
      'react-hot-toast',
      'react-hot-toast/headless',
      'zxing-wasm/reader',
    ],
  },
  build: {
    sourcemap: false,
    target: 'es2022',
    reportCompressedSize: false,
    rollupOptions: {
      output: {
        // The look is one stylesheet: every page needs most of it, and a dozen small ones would each hold up the first paint.
        manualChunks: (id) => (/\/app\/ui\/.*\.css\.ts/.test(id) ? 'look' : undefined),
      },
      onwarn(warning, warn) {
        // Routes without a screen leave nothing for the browser, and zod's comments are its own: neither is news.
        if (warning.code !== 'EMPTY_BUNDLE' && warning.code !== 'INVALID_ANNOTATION') warn(warning)
      },
    },
  },
})
