/** Tells whether a process id in a file still means the process that wrote it. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Describes a running process: `startedAt` differs when the same id was given to another process later. */
export type ProcessIdentity = { startedAt: string; command: string }

/**
 * Looks a process up.
 * @returns null when it is gone or a zombie, which Postgres itself takes for alive where nothing reaps orphans.
 */
export function identifyProcess(pid: number): ProcessIdentity | null {
  if (!Number.isInteger(pid) || pid <= 1) return null
  if (process.platform === 'linux') return identifyOnLinux(pid)
  if (process.platform === 'win32') return isAlive(pid) ? { startedAt: '', command: '' } : null
  const output = spawnSync('ps', ['-o', 'stat=,lstart=,command=', '-p', String(pid)], { encoding: 'utf8' })
  const [, state, startedAt, command] =
    /^(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)/.exec(output.stdout.trim()) ?? []
  if (!state || !startedAt || state.startsWith('Z')) return null
  return { startedAt, command: command ?? '' }
}

function identifyOnLinux(pid: number): ProcessIdentity | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold spaces; state is the first field after it, the start time the twentieth.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return { startedAt: fields[19] ?? '', command }
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
