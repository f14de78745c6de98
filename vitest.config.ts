import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'vitest/config'

/**
 * Projects of one run. `unit` and `screen` need nothing but the code; `database` and `site` share one embedded stack and
 * one built site, which e2e/setup.ts starts on free ports with data of its own and stops at the end.
 */
export default defineConfig({
  plugins: [vanillaExtractPlugin()],
  test: {
    // Much of a browser test is waiting; vitest alone would leave one core of two idle.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'unit', include: ['{app,scripts}/**/*.test.ts'] } },
      {
        extends: true,
        test: { name: 'screen', include: ['app/**/*.test.tsx'], environment: 'happy-dom' },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['supabase/**/*.test.ts'],
          globalSetup: ['./e2e/setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'site',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['./e2e/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
