import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { configDefaults, defineConfig } from 'vitest/config'
import { TestOrder } from './scripts/test-order.ts'

/**
 * Timeouts in milliseconds. They measure no speed: they only end a run that would wait for ever, and are so long that a
 * machine with a quarter of the usual power keeps them.
 */
const timeouts = { condition: 60_000, test: 300_000, hook: 600_000 }

/**
 * Names the files that scripts/test.ts asks for: everyday's tests, or the proofs (`<name>.proof.test.ts`), which take long and whose
 * subject changes rarely. Unset, it is both.
 */
const asked = process.env.TEST_RUN
const ending = asked === 'proof' ? '.proof.test.ts' : '.test.ts'
const exclude = [...configDefaults.exclude, ...(asked === 'everyday' ? ['**/*.proof.test.ts'] : [])]

/**
 * Projects of one run. `unit` and `component` need nothing but the code; `database` needs an embedded stack; `browser` needs
 * another with the built site in front of it, for its tests through HTTP as well. e2e/setup.ts starts them on free ports with
 * data of their own and stops them at the end.
 */
export default defineConfig({
  plugins: [vanillaExtractPlugin()],
  test: {
    // Much of a browser test is waiting: three keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: TestOrder },
    // Files share processes; the setup file separates them.
    isolate: false,
    setupFiles: ['./scripts/test-file.ts'],
    testTimeout: timeouts.test,
    hookTimeout: timeouts.hook,
    expect: { poll: { timeout: timeouts.condition } },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['{app,scripts}/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'component',
          include: ['app/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['./scripts/component-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: [`supabase/**/*${ending}`],
          exclude,
          globalSetup: ['./e2e/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: [`e2e/**/*${ending}`],
          setupFiles: ['./e2e/failed-test.ts'],
          exclude,
          globalSetup: ['./e2e/setup.ts'],
        },
      },
    ],
  },
})
