import { vitePlugin as remix } from '@remix-run/dev'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'vite'
import options from './remix.config.js'
import { chunkGroups } from './scripts/bundle/chunk-groups.ts'
import { chunkList } from './scripts/bundle/chunk-list.ts'
import { englishAlone } from './scripts/bundle/english-alone.ts'
import { iconsAlone } from './scripts/bundle/icons-alone.ts'
import { licenses } from './scripts/bundle/licenses.ts'
import { packEarly } from './scripts/bundle/pack-files.ts'
import { smallerCode } from './scripts/bundle/smaller-code.ts'
import { wholeReactDom } from './scripts/bundle/whole-react-dom.ts'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

export default defineConfig({
  plugins: [
    vanillaExtractPlugin(),
    remix(options),
    iconsAlone(),
    englishAlone(),
    chunkGroups(),
    smallerCode(),
    wholeReactDom(),
    licenses(),
    chunkList(),
    packEarly(),
  ],
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
      'radix-ui/dropdown-menu',
      'radix-ui/tabs',
      'radix-ui/toast',
      'radix-ui/tooltip',
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
      onwarn(warning, warn) {
        // Routes without a screen leave nothing for the browser, and zod's comments are its own: neither is news.
        if (warning.code !== 'EMPTY_BUNDLE' && warning.code !== 'INVALID_ANNOTATION') warn(warning)
      },
    },
  },
})
