import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../tools/settings.ts'

/** Runs each bench once over little data: it measures nothing, but a bench that calls a function that is gone fails here. */
const run = promisify(execFile)

test.each([
  ['ratios to a reference', []],
  ['pages with much data', ['growth']],
  ['lists of the order desk', ['desk']],
  ['views of the dashboard', ['dashboard']],
  ['the feed of the community', ['feed']],
  ['playlists and segments of a stream', ['live']],
  ['functions that sell, against another commit', ['against', 'HEAD']],
])('the bench of %s runs', async (_, args) => {
  const bench = [join(root, 'bench/run.ts'), ...args, '--smallest']
  const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', ...bench], {
    cwd: root,
  })
  expect(stdout).toContain('(index)')
})
