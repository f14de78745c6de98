import { parseArgs } from 'node:util'
import { seed } from '../supabase/seed/seed.ts'
import { command, StartError } from '../tools/processes.ts'
import { readSettings } from '../tools/settings.ts'
import { findProject } from './local-stack.ts'

/**
 * `npm run seed`: fills a project with the demo brand, or moves the dates of one that has it. Without arguments it
 * seeds the running embedded stack; another one is named by `--url`, `--secret-key` and `--db-url`.
 */
await command(async () => {
  const { values } = parseArgs({
    options: { url: { type: 'string' }, 'secret-key': { type: 'string' }, 'db-url': { type: 'string' } },
  })
  const { url, 'secret-key': secretKey, 'db-url': dbUrl } = values
  const settings = readSettings()
  if (!settings.local)
    throw new StartError('The demo brand is for development: it is not seeded in production or staging.')
  if (url && secretKey && dbUrl) await seed({ url, secretKey, dbUrl })
  else if (url || secretKey || dbUrl) {
    throw new StartError(
      'Name all three of --url, --secret-key and --db-url, or none for the running embedded stack.',
    )
  } else {
    // Never the project of the settings: that one is named by hand.
    const stack = await findProject({ ...settings, SUPABASE_URL: undefined })
    if (stack.dbUrl) await seed({ ...stack, dbUrl: stack.dbUrl })
  }
  console.log('Seeded.')
})
