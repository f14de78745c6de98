import { readdirSync, readFileSync } from 'node:fs'

/** CPU seconds, user and system, of all processes of one part of a run. */
export type CpuSeconds = { part: string; seconds: number }

/** A process with its CPU seconds, and with those of its children that have ended. */
type ProcessTimes = {
  id: number
  parent: number
  name: string
  seconds: number
  ended: number
  key: string
}

/** Clock ticks per second in which Linux tells times of processes. */
const ticks = 100
/** Milliseconds between two samples. A process that ends loses at most the time since the last one. */
const interval = 400

/** Parts by the name of a program; a program of Node is told apart by its command line. */
const programs: [RegExp, string][] = [
  [/^postgres/, 'Postgres'],
  [/^chrom|^headless/, 'Chromium'],
]
const nodePrograms: [RegExp, string][] = [
  [/supabase\/embedded\//, 'API'],
  [/\bserver\.ts/, 'site'],
  [/\bvitest\b|scripts\/test\.ts/, 'tests'],
]
const otherPart = 'checks, builds, other commands'

/** Parses a line of /proc/<id>/stat; the name in parentheses may hold spaces. */
export function parseStat(line: string): ProcessTimes {
  const [from, to] = [line.indexOf('('), line.lastIndexOf(')')]
  const [, parent, , , , , , , , , , user, system, endedUser, endedSystem, , , , , started] = line
    .slice(to + 2)
    .split(' ')
  const id = Number.parseInt(line, 10)
  return {
    id,
    parent: Number(parent),
    name: line.slice(from + 1, to),
    seconds: (Number(user) + Number(system)) / ticks,
    ended: (Number(endedUser) + Number(endedSystem)) / ticks,
    key: `${id} ${started}`,
  }
}

/** Lists all processes that run now. */
function readProcesses(): ProcessTimes[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProc(`${name}/stat`) || [])
    .map(parseStat)
}

/** Adds to ids of processes those of all that they started. */
function addDescendants(ids: Set<number>, running: ProcessTimes[]): Set<number> {
  // A child has a higher number than its parent, unless the numbers have started again.
  for (const { id, parent } of running.toSorted((a, b) => a.id - b.id)) if (ids.has(parent)) ids.add(id)
  return ids
}

/**
 * Returns the CPU seconds so far of this process and of all that it started, those that have ended with their parents' knowledge
 * included; 0 elsewhere than on Linux.
 */
export function ownCpuSeconds(): number {
  if (process.platform !== 'linux') return 0
  const running = readProcesses()
  const ours = addDescendants(new Set([process.pid]), running)
  return running
    .filter(({ id }) => ours.has(id))
    .reduce((sum, { seconds, ended }) => sum + seconds + ended, 0)
}

/** Reads a file of /proc, or '' when its process has ended. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return ''
  }
}

/** Tells the part of a run to which a process belongs. */
export function partOf(name: string, commandLine: string): string {
  const [, program] = programs.find(([pattern]) => pattern.test(name)) ?? []
  const [, script] = nodePrograms.find(([pattern]) => pattern.test(commandLine)) ?? []
  return program ?? script ?? otherPart
}

/**
 * Counts the CPU seconds of this process and of all that it starts, also of those whose parents have ended, by sampling
 * /proc; elsewhere than on Linux it counts nothing.
 * @returns stops counting, and returns the seconds of each part, the largest first
 */
export function countCpuSeconds(): () => CpuSeconds[] {
  const counted = new Map<string, { id: number; part: string; seconds: number; seen: number }>()
  const own = process.pid
  const sample = () => {
    const running = readProcesses()
    const known = running.filter(({ key }) => counted.has(key)).map(({ id }) => id)
    const ours = addDescendants(new Set([own, ...known]), running)
    for (const { id, name, seconds, key } of running) {
      if (!ours.has(id)) continue
      const before = counted.get(key)
      // A process begins with the name of its parent.
      const part =
        before && before.seen > 1
          ? before.part
          : partOf(name, readProc(`${id}/cmdline`).replaceAll('\0', ' '))
      counted.set(key, { id, part, seconds, seen: (before?.seen ?? 0) + 1 })
    }
  }
  if (process.platform !== 'linux') return () => []
  const timer = setInterval(sample, interval).unref()
  return () => {
    clearInterval(timer)
    sample()
    const parts = new Map<string, number>()
    for (const { part, seconds } of counted.values()) parts.set(part, (parts.get(part) ?? 0) + seconds)
    return [...parts].map(([part, seconds]) => ({ part, seconds })).sort((a, b) => b.seconds - a.seconds)
  }
}

/** Formats CPU seconds by part in one line. */
export function printCpuSeconds(parts: CpuSeconds[]): string {
  const total = parts.reduce((sum, { seconds }) => sum + seconds, 0)
  return `CPU seconds: ${parts.map(({ part, seconds }) => `${part} ${Math.round(seconds)}`).join(', ')}; ${Math.round(total)} in all`
}
