import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { command, StartError } from './processes.ts'
import { portIsFree, readSettings } from './settings.ts'

/** `npm run reset`: empties the data folder, so that the next start begins anew. */

await command(async () => {
  const { dataDir, STACK_PORT } = readSettings()
  if (!existsSync(dataDir)) {
    console.log(`There is nothing to empty: ${dataDir} does not exist.`)
    return
  }
  const names = readdirSync(dataDir)
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
  for (const name of names) rmSync(join(dataDir, name), { recursive: true, force: true })
  console.log(`Emptied ${dataDir}. The next start begins anew.`)
})
