import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'vitest/config'

/**
 * Time that something may take before it counts as not happening, in milliseconds. It is no measure of speed: it only ends a
 * run that would wait for ever, and is so long that a machine with a quarter of the usual power keeps it.
 */
const patience = { condition: 60_000, test: 300_000, hook: 600_000 }

/**
 * Projects of one run. `unit` and `screen` need nothing but the code; `database` and `site` share one embedded stack and
 * one built site, which e2e/setup.ts starts on free ports with data of its own and stops at the end.
 */
export default defineConfig({
  plugins: [vanillaExtractPlugin()],
  test: {
    // Much of a browser test is waiting; vitest alone would leave one core of two idle.
    maxWorkers: 2,
    testTimeout: patience.test,
    hookTimeout: patience.hook,
    expect: { poll: { timeout: patience.condition } },
    projects: [
      { extends: true, test: { name: 'unit', include: ['{app,scripts}/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'screen',
          include: ['app/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['./scripts/screen-patience.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['supabase/**/*.test.ts'],
          globalSetup: ['./e2e/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'site',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['./e2e/setup.ts'],
        },
      },
    ],
  },
})
