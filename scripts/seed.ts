import { parseArgs } from 'node:util'
import { loadKeys } from '../supabase/embedded/keys.ts'
import { seed } from '../supabase/seed/seed.ts'
import { command, StartError } from '../tools/processes.ts'
import { portIsFree, readSettings } from '../tools/settings.ts'

/**
 * `npm run seed`: fills a project with the demo brand, or moves the dates of one that has it. Without arguments it
 * seeds the running embedded stack; another one is named by `--url`, `--secret-key` and `--db-url`.
 */
await command(async () => {
  const { values } = parseArgs({
    options: { url: { type: 'string' }, 'secret-key': { type: 'string' }, 'db-url': { type: 'string' } },
  })
  const { url, 'secret-key': secretKey, 'db-url': dbUrl } = values
  const { production, dataDir, STACK_PORT } = readSettings()
  if (production) throw new StartError('The demo brand is for development: it is not seeded in production.')
  if (url && secretKey && dbUrl) await seed({ url, secretKey, dbUrl })
  else if (url || secretKey || dbUrl) {
    throw new StartError(
      'Name all three of --url, --secret-key and --db-url, or none for the running embedded stack.',
    )
  } else {
    if (await portIsFree(STACK_PORT, undefined)) {
      throw new StartError('The embedded stack is not running: npm start brings it up (and seeds it).')
    }
    await seed({
      url: `http://127.0.0.1:${STACK_PORT}`,
      secretKey: loadKeys(dataDir).secretKey,
      dbUrl: `postgres://postgres:postgres@127.0.0.1:${STACK_PORT + 1}/postgres`,
    })
  }
  console.log('Seeded.')
})
