import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach } from 'vitest'
import { root } from '../tools/settings.ts'
import { openContexts } from './browser.ts'

/**
 * Keeps a picture and a trace of each page that is open when a browser test fails, in `test-results/`. The trace lists what the test
 * did, for `npx playwright-core show-trace`.
 */

const folder = join(root, 'test-results')

/** Makes a name for files of letters that every file system takes. */
const nameOf = (file: string, test: string) =>
  `${basename(file, '.test.ts')}-${test}`.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 120)

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  mkdirSync(folder, { recursive: true })
  for (const [at, context] of openContexts().entries()) {
    const path = join(folder, `${nameOf(task.file.name, task.name)}-${at + 1}`)
    for (const [number, page] of context.pages().entries())
      await page.screenshot({ path: `${path}-${number + 1}.png`, fullPage: true }).catch(() => undefined)
    await context.tracing.stop({ path: `${path}.zip` }).catch(() => undefined)
  }
  console.error(`Pictures and traces of the pages that were open are in ${folder}.`)
})
