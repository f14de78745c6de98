import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'
import { command, endWithParent, StartError } from '../tools/processes.ts'

/**
 * `npm run conformance`: tests that a Supabase behaves as the site expects. Without arguments it tests the embedded stack, with
 * `--url`, `--publishable-key` and `--secret-key` any other. `--db-url` (role postgres) adds the tests that need tables of
 * their own, `--mailbox-url` (Mailpit) those that read mail; `--email-domain` names a domain that the target may send mail to.
 * Use a target made for this: the tests create accounts, tables and files, and remove them.
 */

const folder = 'supabase/tests/conformance'
const options = {
  url: { type: 'string' },
  'publishable-key': { type: 'string' },
  'secret-key': { type: 'string' },
  'db-url': { type: 'string' },
  'mailbox-url': { type: 'string' },
  'email-domain': { type: 'string' },
} as const

endWithParent(async () => {})

await command(async () => {
  const { values } = parseArgs({ options })
  for (const [name, value] of Object.entries(values)) {
    process.env[`CONFORMANCE_${name.replaceAll('-', '_').toUpperCase()}`] = value
  }
  const { CONFORMANCE_URL, CONFORMANCE_PUBLISHABLE_KEY, CONFORMANCE_SECRET_KEY } = process.env
  if (CONFORMANCE_URL && !(CONFORMANCE_PUBLISHABLE_KEY && CONFORMANCE_SECRET_KEY)) {
    throw new StartError('Another Supabase needs --url, --publishable-key and --secret-key.')
  }
  const vitest = await startVitest('test', [folder], {
    run: true,
    watch: false,
    // Skips the stack that the project's own configuration starts: another target needs none of it.
    ...(CONFORMANCE_URL
      ? { config: false, include: [`${folder}/*.proof.test.ts`], testTimeout: 60_000, hookTimeout: 120_000 }
      : { project: 'database' }),
  })
  await vitest.close()
  const modules = vitest.state.getTestModules()
  const failed = modules.some((module) => !module.ok()) || vitest.state.getUnhandledErrors().length > 0
  process.exit(failed || modules.length === 0 ? 1 : 0)
})
