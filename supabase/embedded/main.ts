/**
 * Runs the stack as its own process: `node supabase/embedded/main.ts` with DATA_DIR, STACK_PORT and SITE_URL. When it serves
 * it sends its addresses and keys over the parent's IPC channel, or prints them as one line of JSON. It stops when that channel or
 * its standard input closes.
 */
import { command, endWithParent, StartError } from '../../tools/processes.ts'
import { type Stack, startStack } from './stack.ts'
import { StackError } from './stack-error.ts'

const stopped = new AbortController()
let starting: Promise<Stack> | null = null

/** Cancels a start that is under way and waits for its end, because Postgres would outlive this process. */
async function stop(): Promise<void> {
  stopped.abort()
  const stack = await starting?.catch(() => null)
  await stack?.stop()
}

await command(async () => {
  endWithParent(stop)
  if (!process.send) process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'))
  starting = startStack({
    dataDir: process.env.DATA_DIR ?? '.data',
    port: Number(process.env.STACK_PORT ?? 54321),
    siteUrl: process.env.SITE_URL ?? 'http://localhost:3000',
    signal: stopped.signal,
  })
  const stack = await starting.catch((error: unknown) => {
    if (stopped.signal.aborted) return null
    throw error instanceof StackError ? new StartError(error.message) : error
  })
  if (!stack) return
  const { stop: _, ...ready } = stack
  if (process.send) process.send({ ready })
  else process.stdout.write(`${JSON.stringify(ready)}\n`)
})
