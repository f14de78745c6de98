/** Lets only one stack use a data folder: a second one would stop the first one's database. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { identifyProcess } from './process-identity.ts'
import { StackError } from './stack-error.ts'

const holderSchema = z.object({
  pid: z.number(),
  startedAt: z.string(),
  url: z.string(),
  ending: z.boolean(),
})
type Holder = z.output<typeof holderSchema>

/** Sets how long to wait for another stack to end, in milliseconds: one whose parent was killed takes a moment. */
const timeouts = { running: 5000, ending: 15_000 }

export type StackLock = {
  /** Notes in the lock that this stack is stopping, so that a new one waits for its end. */
  announceEnd(): void
  release(): void
}

/**
 * Takes the lock of `dataDir` for this process. A lock whose process is gone is taken over.
 * @throws a StackError with one sentence when another stack runs on this data
 */
export async function takeStackLock(dataDir: string, url: string): Promise<StackLock> {
  const path = join(dataDir, 'stack.pid')
  const own: Holder = {
    pid: process.pid,
    startedAt: identifyProcess(process.pid)?.startedAt ?? '',
    url,
    ending: false,
  }
  const draft = `${path}.${process.pid}`
  for (const since = Date.now(); ; await sleep(50)) {
    const holder = readHolder(path)
    if (!holder) {
      rmSync(path, { force: true })
      try {
        writeFileSync(draft, JSON.stringify(own))
        linkSync(draft, path)
        break
      } catch (error) {
        // Another start took the lock first: read it again.
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      } finally {
        rmSync(draft, { force: true })
      }
    } else if (Date.now() - since > (holder.ending ? timeouts.ending : timeouts.running)) {
      throw new StackError(
        `This stack is already running (process ${holder.pid}, ${holder.url}): stop it first, or set DATA_DIR to another folder.`,
      )
    }
  }
  return {
    announceEnd() {
      writeFileSync(draft, JSON.stringify({ ...own, ending: true }))
      renameSync(draft, path)
    },
    release: () => rmSync(path, { force: true }),
  }
}

function readHolder(path: string): Holder | null {
  try {
    const lock = holderSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    return identifyProcess(lock.pid)?.startedAt === lock.startedAt ? lock : null
  } catch {
    return null
  }
}
