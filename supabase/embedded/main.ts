/**
 * The stack as a process of its own: `node supabase/embedded/main.ts` with DATA_DIR, STACK_PORT and SITE_URL. It says where
 * everything is when it serves, to its parent's channel or as one line of JSON, and ends when that channel or its standard
 * input closes.
 */
import { command, endWithParent, StartError } from '../../scripts/processes.ts'
import { type Stack, startStack } from './stack.ts'
import { StackError } from './stack-error.ts'

let stack: Stack | null = null
const stop = async () => stack?.stop()

await command(async () => {
  endWithParent(async () => stop())
  if (!process.send) process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'))
  stack = await startStack({
    dataDir: process.env.DATA_DIR ?? '.data',
    port: Number(process.env.STACK_PORT ?? 54321),
    siteUrl: process.env.SITE_URL ?? 'http://localhost:3000',
  }).catch((error: unknown) => {
    throw error instanceof StackError ? new StartError(error.message) : error
  })
  const { stop: _, ...ready } = stack
  if (process.send) process.send({ ready })
  else process.stdout.write(`${JSON.stringify(ready)}\n`)
})
