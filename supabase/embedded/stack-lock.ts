/** One stack per data folder: a second one would shut the first one's database down. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { identifyProcess } from './process-identity.ts'

const lockSchema = z.object({ pid: z.number(), startedAt: z.string(), url: z.string() })

/**
 * Takes the lock of `dataDir` for this process. A lock whose process is gone is taken over.
 * @returns a function that gives it back
 * @throws an Error with one sentence when another stack runs on this data
 */
export function takeStackLock(dataDir: string, url: string): () => void {
  const path = join(dataDir, 'stack.pid')
  mkdirSync(dataDir, { recursive: true })
  const own = JSON.stringify({
    pid: process.pid,
    startedAt: identifyProcess(process.pid)?.startedAt ?? '',
    url,
  })
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(path, own, { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const holder = readHolder(path)
    if (holder || attempt > 2) {
      throw new Error(
        `This stack is already running (process ${holder?.pid}, ${holder?.url}): stop it first, or set DATA_DIR to another folder.`,
      )
    }
    rmSync(path, { force: true })
  }
}

function readHolder(path: string): z.output<typeof lockSchema> | null {
  try {
    const lock = lockSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    return identifyProcess(lock.pid)?.startedAt === lock.startedAt ? lock : null
  } catch {
    return null
  }
}
