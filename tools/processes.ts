import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { diskFull, SettingsError } from '#server/env.server.ts'
import { root } from './settings.ts'

/**
 * Runs child processes that end with their parent, however it ends: each holds an IPC channel to it and stops when that
 * channel closes. A child sends `{ ready }` when it serves, or `{ failed: 'one sentence' }` before it exits.
 */

const messageSchema = z.union([z.object({ ready: z.unknown() }), z.object({ failed: z.string() })])

/** Reports in one sentence what could not be started; it is printed without a stack trace. */
export class StartError extends Error {
  override name = 'StartError'
}

export type Supervised<Ready> = {
  /** Holds what the child sent when it began to serve. */
  ready: Ready
  /** Stops the program and does not start it again. Resolves when its process is gone. */
  stop(): Promise<void>
}

type Program<Ready> = {
  /** Name used in messages. */
  name: string
  /** TypeScript file, relative to the project's folder. */
  file: string
  args?: string[]
  env: Record<string, string | undefined>
  /** Parses what the child sends when it serves. */
  readySchema: z.ZodType<Ready>
}

/** Failed starts in a row after which supervision gives up. */
const maxFailedStarts = 5

/**
 * Starts a program and starts it again whenever it ends, until stopped.
 * @param program what to run
 * @param onGiveUp called when it fails to start several times in a row after it served once
 * @param signal stops the first start, which then fails when the process is gone; `stop` is for later
 * @returns when it serves for the first time
 * @throws StartError with the child's own sentence when its first start fails
 */
export async function supervise<Ready>(
  program: Program<Ready>,
  onGiveUp: (error: StartError) => void,
  signal?: AbortSignal,
): Promise<Supervised<Ready>> {
  let stopping = false
  let child = run(program)
  const endFirst = () => {
    stopping = true
    void end(child)
  }
  signal?.addEventListener('abort', endFirst, { once: true })
  if (signal?.aborted) endFirst()
  const ready = await served(child, program)
  signal?.removeEventListener('abort', endFirst)
  void keep()

  async function keep(): Promise<void> {
    for (let failures = 0; ; ) {
      await exited(child)
      if (stopping) return
      console.error(`The ${program.name} stopped; starting it again.`)
      for (;;) {
        await wait(failures === 0 ? 50 : 500 * failures)
        if (stopping) return
        child = run(program)
        try {
          await served(child, program)
          failures = 0
          break
        } catch (error) {
          if (stopping) return
          failures += 1
          console.error(error instanceof Error ? error.message : error)
          if (failures >= maxFailedStarts && error instanceof StartError) return onGiveUp(error)
        }
      }
    }
  }

  return {
    ready,
    async stop() {
      stopping = true
      await end(child)
    },
  }
}

/**
 * Runs a program once, to its end.
 * @throws StartError when it does not end well
 */
export async function runToEnd(program: Omit<Program<unknown>, 'readySchema'>): Promise<void> {
  const child = run(program)
  let failure: string | undefined
  child.on('message', (message) => {
    const parsed = messageSchema.safeParse(message)
    if (parsed.success && 'failed' in parsed.data) failure = parsed.data.failed
  })
  const stop = () => child.kill('SIGTERM')
  process.once('exit', stop)
  const code = await exited(child)
  process.removeListener('exit', stop)
  if (code !== 0) throw new StartError(failure ?? `The ${program.name} failed (its messages are above).`)
}

/** Starts the program in its own process group, so that Ctrl-C reaches the parent alone, which then stops its children in order. */
function run({ file, args = [], env }: Omit<Program<unknown>, 'readySchema'>): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    cwd: root,
    env: { ...process.env, ...env, SUPERVISED: '1' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  })
}

function exited(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((ended) => child.once('exit', ended))
}

function served<Ready>(child: ChildProcess, { name, readySchema }: Program<Ready>): Promise<Ready> {
  return new Promise((ready, failed) => {
    child.once('error', (error) =>
      failed(new StartError(`The ${name} could not be started: ${error.message}.`)),
    )
    const ended = () => failed(new StartError(`The ${name} ended while it started (its messages are above).`))
    // Messages sent before the exit may arrive after it: wait until the channel is closed.
    child.once('exit', () => (child.connected ? child.once('disconnect', ended) : ended()))
    child.on('message', (message) => {
      const parsed = messageSchema.safeParse(message)
      if (!parsed.success) return
      if ('failed' in parsed.data) failed(new StartError(parsed.data.failed))
      else ready(readySchema.parse(parsed.data.ready))
    })
  })
}

/** Time that a process may take to end, in milliseconds: longer than the site waits for its last responses. */
const shutdownTimeout = 20_000

/** Sends SIGTERM to a process, and SIGKILL when it has not ended within the timeout. Resolves when it is gone. */
async function end(child: ChildProcess): Promise<void> {
  const ended = exited(child)
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), shutdownTimeout)
  await ended
  clearTimeout(late)
}

/**
 * Ends this child process when its parent ends or requests it.
 * @param close what to close first
 */
export function endWithParent(close: () => Promise<void>): void {
  let ending = false
  const stop = () => {
    if (ending) return
    ending = true
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('disconnect', stop)
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * For a command: runs it, and prints one sentence instead of a stack trace for what the user can mend.
 * @param work the command
 */
export async function command(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
    const isMendable = full || error instanceof StartError || error instanceof SettingsError
    const message = full ? diskFull : error instanceof Error ? error.message : String(error)
    // The supervising process prints what it is sent, so a supervised one prints only stack traces.
    if (process.env.SUPERVISED && process.send) process.send({ failed: message })
    if (!isMendable || !process.env.SUPERVISED) console.error(isMendable ? message : error)
    process.exit(1)
  }
}
