/**
 * Starts, watches and stops Postgres. The programs come from npm; everything else (leftovers of a killed process, a
 * port in use, a full disk, a crash while serving) is handled here.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { discard, handOver, locatePostgres, type PostgresFiles, postgresFolders } from './postgres-files.ts'
import { identifyProcess } from './process-identity.ts'
import { StackError } from './stack-error.ts'
import { takeStackLock } from './stack-lock.ts'

export type Postgres = {
  port: number
  /** Holds the password of the roles that only the stack itself uses. */
  secret: string
  /** Says whether this start created the database. */
  isNew: boolean
  /** Resolves when Postgres accepts connections: at once, or after the restart that follows a crash. */
  ready(): Promise<void>
  /** Shuts Postgres down; no restart follows. */
  stop(): Promise<void>
}

/** Limits the connections of all pools (about 30), of the command-line tool and of tests: three may race with 50 each. */
const maxConnections = 200
/** Limits deaths in a row, each within a second of the start, after which Postgres is not started again. */
const maxEarlyDeaths = 20

/**
 * Starts Postgres on 127.0.0.1, making the database on the first call. Postgres is started again when it ends.
 * @param options.port TCP port
 * @param options.onGiveUp called when Postgres keeps dying or can't be restarted
 * @throws a StackError with one sentence that says what to mend
 */
export async function startPostgres(options: {
  dataDir: string
  port: number
  onGiveUp: (error: Error) => void
}): Promise<Postgres> {
  const files = locatePostgres(options.dataDir)
  const logFile = join(options.dataDir, 'postgres.log')
  await endLeftover(files.data)
  if (await isPortTaken(options.port)) {
    throw new StackError(
      `Port ${options.port} (Postgres) is in use: stop what uses it, or set STACK_PORT to another base.`,
    )
  }
  const isNew = !existsSync(join(files.data, 'PG_VERSION'))
  if (isNew) createDatabase(files)
  const secret = readFileSync(join(files.data, 'stack-secret'), 'utf8')

  let stopping = false
  let child = await launch(files, options.port, logFile)
  let ready = Promise.resolve()
  let earlyDeaths = 0
  watch()

  function watch() {
    const since = Date.now()
    child.once('exit', () => {
      if (stopping) return
      earlyDeaths = Date.now() - since < 1000 ? earlyDeaths + 1 : 0
      ready =
        earlyDeaths < maxEarlyDeaths
          ? restart()
          : Promise.reject(new StackError(`Postgres keeps dying; ${logFile} may say why.`))
      ready.catch(options.onGiveUp)
    })
  }
  async function restart() {
    await endLeftover(files.data)
    child = await launch(files, options.port, logFile)
    if (stopping) await end(child)
    else watch()
  }

  return {
    port: options.port,
    secret,
    isNew,
    ready: () => ready,
    async stop() {
      stopping = true
      await ready.catch(() => {})
      await end(child)
    },
  }
}

/**
 * Stops a Postgres that was left running on this data by a stack that was killed. Does nothing while another stack runs there.
 * @param dataDir the stack's data folder
 */
export async function endAbandonedPostgres(dataDir: string): Promise<void> {
  const folders = postgresFolders(dataDir).filter((folder) => readPidFile(folder) !== null)
  if (folders.length === 0) return
  const lock = await takeStackLock(dataDir, '').catch((error: unknown) => {
    if (error instanceof StackError) return null
    throw error
  })
  if (!lock) return
  try {
    for (const folder of folders) await endLeftover(folder)
  } finally {
    lock.release()
  }
}

/** Makes the database beside its place and moves it there when it is whole, so that a crash leaves nothing half done. */
function createDatabase(files: PostgresFiles): void {
  const draft = `${files.data}.new`
  discard(draft)
  mkdirSync(draft)
  const passwordFile = `${files.data}.secret`
  const secret = randomBytes(24).toString('base64url')
  writeFileSync(passwordFile, secret)
  handOver(passwordFile, files.user)
  handOver(draft, files.user)
  const made = spawnSync(
    join(files.programs, 'bin', 'initdb'),
    [
      `--pgdata=${draft}`,
      '--username=supabase_admin',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The order of texts that hosted has.
      '--locale-provider=icu',
      '--icu-locale=en-US',
      '--no-locale',
      // Losing power within the first seconds loses an empty database.
      '--no-sync',
    ],
    { ...files.user, env: environment, encoding: 'utf8', cwd: '/' },
  )
  if (made.status !== 0) {
    discard(draft)
    rmSync(passwordFile, { force: true })
    throw new StackError(
      explain(`${made.stdout}\n${made.stderr}`) ?? `initdb failed: ${lastLine(made.stderr)}`,
    )
  }
  renameSync(passwordFile, join(draft, 'stack-secret'))
  discard(files.data)
  renameSync(draft, files.data)
}

/** Sets the environment without our own variables: PGDATA, PGOPTIONS and their like would change what Postgres does. */
const environment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', NODE_ENV: process.env.NODE_ENV }

async function launch(files: PostgresFiles, port: number, logFile: string): Promise<ChildProcess> {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    timezone: 'UTC',
    jit: 'off',
    // Recovery first syncs every file, one by one where the system knows no better: seconds instead of tenths.
    ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
    log_checkpoints: 'off',
    // Refusals and errors go to the caller; the log holds only what is reported nowhere else.
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // After kill -9 the old backends hold the shared memory until each has noticed: at most one statement's time.
  for (const giveUpAt = Date.now() + 20_000; ; await sleep(200)) {
    const log = openSync(logFile, 'w')
    const child: ChildProcess = spawn(join(files.programs, 'bin', 'postgres'), ['-D', files.data, ...args], {
      ...files.user,
      env: environment,
      cwd: '/',
      stdio: ['ignore', log, log],
      // Ctrl-C goes to the whole group; Postgres must only be stopped by this process, after the requests are done.
      detached: true,
    })
    closeSync(log)
    const endWithProcess = () => void child.kill('SIGINT')
    process.on('exit', endWithProcess)
    child.once('exit', () => process.off('exit', endWithProcess))
    const exited = new Promise<void>((resolve) =>
      child.once('exit', () => resolve()).once('error', () => resolve()),
    )
    if (await isServing(files.data, child, exited)) return child
    const text = readFileSync(logFile, 'utf8')
    // The port may be some connection's own end for a moment: systems give such numbers out by themselves.
    const isHeld = /shared memory block|could not bind/.test(text)
    if (!isHeld || Date.now() > giveUpAt) {
      throw new StackError(explain(text) ?? `Postgres did not start: ${lastLine(text)} (${logFile})`)
    }
  }
}

/** Waits until postmaster.pid says that this very child is ready. False when the child ends before. */
async function isServing(data: string, child: ChildProcess, exited: Promise<void>): Promise<boolean> {
  let over = false
  void exited.then(() => {
    over = true
  })
  while (!over) {
    const lines = readPidFile(data)
    if (lines?.[0] === String(child.pid) && lines[7]?.trim() === 'ready') return true
    await sleep(10)
  }
  return false
}

/** Stops the Postgres that a killed stack left running on this data, and removes the files that an ended one left. */
async function endLeftover(data: string): Promise<void> {
  const pidFile = join(data, 'postmaster.pid')
  const pid = Number(readPidFile(data)?.[0])
  if (!pid) return
  const isOurs = () => identifyProcess(pid)?.command.includes(data) ?? false
  // Fast, then immediate shutdown: Postgres recovers from the second by itself.
  for (const [signal, seconds] of [
    ['SIGINT', 10],
    ['SIGQUIT', 5],
    ['SIGKILL', 2],
  ] as const) {
    if (!isOurs()) break
    process.kill(pid, signal)
    for (const until = Date.now() + seconds * 1000; isOurs() && Date.now() < until; ) await sleep(20)
  }
  rmSync(pidFile, { force: true })
}

async function end(child: ChildProcess): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 10],
    ['SIGQUIT', 5],
    ['SIGKILL', 2],
  ] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await Promise.race([
      new Promise((resolve) => child.once('exit', resolve)),
      sleep(seconds * 1000, undefined, { ref: false }),
    ])
  }
}

function readPidFile(data: string): string[] | null {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }
}

function isPortTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Returns the message for failures with a known correction. */
function explain(output: string): string | null {
  const port = /could not bind .*|Is another postmaster already running on port (\d+)/.exec(output)
  if (/No space left on device/i.test(output)) return 'The disk is full: free some space and start again.'
  if (port)
    return `Port ${port[1] ?? ''} (Postgres) is in use: stop what uses it, or set STACK_PORT to another base.`
  if (/incompatible with server/i.test(output)) {
    return 'The data was made by another version of Postgres: `npm run reset` starts with an empty database.'
  }
  if (/Permission denied|wrong ownership|Operation not permitted/i.test(output)) {
    return 'Postgres may not read its data folder: give it back to the user that made it, or set DATA_DIR to another.'
  }
  return null
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
