import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFolders } from '../supabase/embedded/postgres-files.ts'
import { command, StartError } from '../tools/processes.ts'
import { portIsFree, readSettings } from '../tools/settings.ts'

/** `npm run reset`: empties the data folder, so that the next start begins from scratch. */

await command(async () => {
  const { dataDir, STACK_PORT } = readSettings()
  // Root's database may lie elsewhere, where its own user can reach it.
  const databases = databaseFolders(dataDir)
  const names = existsSync(dataDir) ? readdirSync(dataDir) : []
  const ours = [
    'pg',
    'keys.json',
    'secrets.json',
    'seeded',
    'stack.pid',
    'storage',
    'signing_keys.json',
    'mail',
  ]
  if (names.length > 0 && !names.some((name) => ours.includes(name))) {
    throw new StartError(
      `DATA_DIR is ${dataDir}, which holds nothing that this project made: set it to the right folder.`,
    )
  }
  if (existsSync(join(dataDir, 'stack.pid')) && !(await portIsFree(STACK_PORT, undefined, 3000))) {
    throw new StartError('The site is still running: stop it first, then reset.')
  }
  for (const folder of databases) rmSync(folder, { recursive: true, force: true })
  for (const name of names) rmSync(join(dataDir, name), { recursive: true, force: true })
  console.log(`Emptied ${dataDir}. The next start begins from scratch.`)
})
