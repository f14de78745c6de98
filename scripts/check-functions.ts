import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/settings.ts'

/** Type-checks the edge functions as Deno sees them, without network: what they import comes from node_modules. */

const folder = join(root, 'supabase/functions')
const files = globSync('*/index.ts', { cwd: folder }).map((file) => join(folder, file))
// Without deno.json packages are found by package.json: with it, this Deno does not find the types of Node.
const args = ['check', '--quiet', '--no-config', '--no-remote', '--node-modules-dir=manual', '--no-lock']
const done = spawnSync(join(root, 'node_modules/.bin/deno'), [...args, ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, DENO_NO_UPDATE_CHECK: '1' },
})
process.exit(files.length === 0 ? 0 : (done.status ?? 1))
