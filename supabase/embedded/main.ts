/**
 * The stack as a process of its own: `node supabase/embedded/main.ts` with DATA_DIR, STACK_PORT and SITE_URL. It says where
 * everything is when it serves, to its parent's channel or as one line of JSON, and ends when that channel or its standard
 * input closes.
 */
import { command, endWithParent, StartError } from '../../scripts/processes.ts'
import { type Stack, startStack } from './stack.ts'
import { StackError } from './stack-error.ts'

let starting: Promise<Stack> | null = null
/** Stops also what is only starting, once it has: Postgres would outlive a process that ends while it starts it. */
const stop = async () => (await starting?.catch(() => null))?.stop()

await command(async () => {
  endWithParent(async () => stop())
  if (!process.send) process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'))
  starting = startStack({
    dataDir: process.env.DATA_DIR ?? '.data',
    port: Number(process.env.STACK_PORT ?? 54321),
    siteUrl: process.env.SITE_URL ?? 'http://localhost:3000',
  })
  const { stop: _, ...ready } = await starting.catch((error: unknown) => {
    throw error instanceof StackError ? new StartError(error.message) : error
  })
  if (process.send) process.send({ ready })
  else process.stdout.write(`${JSON.stringify(ready)}\n`)
})
