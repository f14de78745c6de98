import { vitePlugin as remix } from '@remix-run/dev'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'vite'
import options from './remix.config.js'
import { chunkGroups } from './scripts/bundle/chunk-groups.ts'
import { chunkList } from './scripts/bundle/chunk-list.ts'
import { doorFiles } from './scripts/bundle/door-files.ts'
import { iconsAlone } from './scripts/bundle/icons-alone.ts'
import { licenses } from './scripts/bundle/licenses.ts'
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
    chunkGroups(),
    wholeReactDom(),
    smallerCode(),
    licenses(),
    chunkList(),
    doorFiles(),
  ],
  // Names each dependency of the browser: when Vite's dev server finds one late, it loads React twice.
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
  // Bundled into the server: only the components in use are loaded, and not the library's build tools.
  ssr: { noExternal: ['react-email', '@react-email/render'] },
  build: {
    sourcemap: false,
    target: 'es2022',
    reportCompressedSize: false,
    rollupOptions: {
      onwarn(warning, warn) {
        // Ignores two harmless warnings: routes without a component give an empty chunk, and Rollup can't use some of zod's comments.
        if (warning.code !== 'EMPTY_BUNDLE' && warning.code !== 'INVALID_ANNOTATION') warn(warning)
      },
    },
  },
})
