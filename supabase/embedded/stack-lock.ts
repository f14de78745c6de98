/** One stack per data folder: a second one would shut the first one's database down. */
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

/** A stack whose parent was killed needs a moment to end. */
const patienceMs = { running: 1000, ending: 15_000 }

export type StackLock = {
  /** Tells a stack that starts meanwhile to wait for this one's end. */
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
        // Another start was faster: look who it is.
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      } finally {
        rmSync(draft, { force: true })
      }
    } else if (Date.now() - since > (holder.ending ? patienceMs.ending : patienceMs.running)) {
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
