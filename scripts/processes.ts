import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { diskFull, SettingsError } from '#server/env.server.ts'
import { root } from './settings.ts'

/**
 * Child processes that end with their parent, however it ends: each holds a channel to it, and closes when the channel does.
 * A child says `{ ready }` when it serves, or `{ failed: 'one sentence' }` before it gives up.
 */

const messageSchema = z.union([z.object({ ready: z.unknown() }), z.object({ failed: z.string() })])

/** Something that could not be started, told in one sentence; a stack trace would not help whoever reads it. */
export class StartError extends Error {
  override name = 'StartError'
}

export type Supervised<Ready> = {
  /** What the child said when it first served. */
  ready: Ready
  /** Ends it for good. */
  stop(): Promise<void>
}

type Program<Ready> = {
  /** As it is called in messages. */
  name: string
  /** TypeScript file, from the project's folder. */
  file: string
  args?: string[]
  env: Record<string, string | undefined>
  /** Reads what the child says when it serves. */
  readySchema: z.ZodType<Ready>
}

/** So many starts in a row may fail before supervision gives up. */
const patience = 5

/**
 * Starts a program and starts it again whenever it ends, until stopped.
 * @param program what to run
 * @param onGiveUp called when it fails to start several times in a row after it served once
 * @returns when it serves for the first time
 * @throws StartError with the child's own sentence when its first start fails
 */
export async function supervise<Ready>(
  program: Program<Ready>,
  onGiveUp: (error: StartError) => void,
): Promise<Supervised<Ready>> {
  let stopping = false
  let child = run(program)
  const ready = await served(child, program)
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
          failures += 1
          console.error(error instanceof Error ? error.message : error)
          if (failures >= patience && error instanceof StartError) return onGiveUp(error)
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
  let told: string | undefined
  child.on('message', (message) => {
    const heard = messageSchema.safeParse(message)
    if (heard.success && 'failed' in heard.data) told = heard.data.failed
  })
  const stop = () => child.kill('SIGTERM')
  process.once('exit', stop)
  const code = await exited(child)
  process.removeListener('exit', stop)
  if (code !== 0) throw new StartError(told ?? `The ${program.name} failed (its messages are above).`)
}

/** A group of its own, so that Ctrl-C reaches the parent alone, which then ends its children in order. */
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
    // Its last words may still be on their way.
    child.once('exit', () => (child.connected ? child.once('disconnect', ended) : ended()))
    child.on('message', (message) => {
      const heard = messageSchema.safeParse(message)
      if (!heard.success) return
      if ('failed' in heard.data) failed(new StartError(heard.data.failed))
      else ready(readySchema.parse(heard.data.ready))
    })
  })
}

/** Time that a process may take to end, in milliseconds: longer than the site waits for its last answers. */
const endPatience = 20_000

/** Asks a process to end, and ends it when it does not. */
async function end(child: ChildProcess): Promise<void> {
  const ended = exited(child)
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), endPatience)
  await ended
  clearTimeout(late)
}

/**
 * For a child: ends it when its parent is gone or asks for it.
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
 * For a command: runs it, and tells what is wrong in one sentence when the user can mend it.
 * @param work the command
 */
export async function command(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
    const told = full || error instanceof StartError || error instanceof SettingsError
    const message = full ? diskFull : error instanceof Error ? error.message : String(error)
    // Whoever supervises this process tells the user what it hears from it.
    if (process.env.SUPERVISED && process.send) process.send({ failed: message })
    if (!told || !process.env.SUPERVISED) console.error(told ? message : error)
    process.exit(1)
  }
}
