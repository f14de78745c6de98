// Runs a command of this project on a machine that has nothing but Node and npm: installs what the lockfile names, with
// npm itself under the pinned Node, then hands over to the TypeScript file of the command under that same Node.
// Plain JavaScript without dependencies, because it runs before any are there.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const commands = {
  start: 'scripts/start.ts',
  dev: 'scripts/dev.ts',
  build: 'scripts/build.ts',
  reset: 'scripts/reset.ts',
  seed: 'scripts/seed.ts',
  admin: 'scripts/admin.ts',
  doctor: 'scripts/doctor.ts',
  test: 'scripts/test.ts',
  'test:unit': 'scripts/test.ts --part unit',
  'test:database': 'scripts/test.ts --part database',
  'test:browser': 'scripts/test.ts --part browser',
  'test:proof': 'scripts/test.ts --part proof',
  check: 'scripts/check.ts',
  bench: 'bench/run.ts',
  weight: 'scripts/weight.ts',
  conformance: 'scripts/conformance.ts',
  database: 'scripts/database.ts',
  shots: 'e2e/shots.ts',
  'test:firebase': 'e2e/test-firebase.ts',
  'test:stripe': 'e2e/test-stripe.ts',
}

/** Commands of a server: in any mode but local they need no packages of development. */
const served = ['start', 'build', 'admin', 'doctor']

/** The oldest Node that can run this file, and the versions that `npm ci` accepts (`engines` of package.json). */
const oldest = 20
const supported = 'Node 22 (22.22 or newer) or 24 (24.8 or newer)'

/** Exits with one sentence. */
function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Reads a setting as the command will: the environment wins over .env. */
function readSetting(name) {
  const file = join(root, '.env')
  const lines = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const [, written] = new RegExp(`^\\s*${name}\\s*=\\s*["']?(\\w+)`, 'm').exec(lines) ?? []
  return process.env[name]?.trim() || written
}

/** Tells whether the command is one of a server that visitors reach, by the rule of the site's settings. */
function isServed(command) {
  const mode = readSetting('SITE_MODE') ?? (readSetting('NODE_ENV') === 'production' ? 'production' : 'local')
  return served.includes(command) && mode !== 'local'
}

/**
 * Tells whether node_modules holds what the lockfile names; npm writes its own list there last.
 * @param withDevelopment whether the packages of development are needed too
 */
function isInstalled(withDevelopment) {
  try {
    const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8')).packages
    const wanted = read('package-lock.json')
    const there = read('node_modules/.package-lock.json')
    if (!existsSync(pinnedNode())) return false
    return Object.entries(wanted).every(([path, { version, optional, dev }]) => {
      if (path === '' || (dev && !withDevelopment)) return true
      return there[path] ? there[path].version === version : Boolean(optional)
    })
  } catch {
    return false
  }
}

/** Finds the Node that the project runs on, in its own dependencies. */
function pinnedNode() {
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/** Installs what the lockfile names, with or without the packages of development, whatever NODE_ENV says. */
function install(withDevelopment) {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const pinned = dependencies.node
  const from = performance.now()
  if (nodeMajor < 22)
    console.log(`This command brings its own Node, but npm ci by itself needs ${supported}.`)
  console.log(`Installing from the lockfile with npm under Node ${pinned} ...`)
  const npm = ['npm', 'ci', withDevelopment ? '--include=dev' : '--omit=dev', '--no-fund', '--no-audit']
  const [program, ...args] =
    process.version === `v${pinned}` ? npm : ['npx', '-y', '-p', `node@${pinned}`, '--', ...npm]
  // Removes npm's own settings from the environment; they must not affect the inner npm.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(config|package|lifecycle)_/i.test(name)),
  )
  const done = spawnSync(program, args, {
    cwd: root,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (done.status !== 0 || !isInstalled(withDevelopment)) {
    giveUp(
      'Installing failed (npm says why above): check the network and the free disk space, then run the same command again.',
    )
  }
  console.log(`Installed in ${Math.round((performance.now() - from) / 1000)} s.`)
}

/**
 * Runs the command's file and exits as it does. It notices through the IPC channel when this process ends, in any
 * way.
 */
function handOver(file, args) {
  const child = spawn(pinnedNode(), ['--disable-warning=ExperimentalWarning', file, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      // Lets every process of ours start in half the time: Node keeps there what it compiled and stripped of types.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
      PATH: `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`,
    },
  })
  // Ctrl-C reaches the whole terminal group; a plain kill reaches this process alone and is passed on.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'))
  child.on('error', (error) =>
    giveUp(
      `Node could not be started (${error.message}): delete node_modules and run the same command again.`,
    ),
  )
  child.on('exit', (code, signal) =>
    process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)),
  )
  if (process.env.npm_lifecycle_event) watchNpm(() => child.kill('SIGTERM'))
}

/**
 * Watches for the end of npm, which may be killed without a signal to us. Between npm and us there may be a shell,
 * which outlives npm.
 */
function watchNpm(stop) {
  const parent = process.ppid
  const between = processOf(parent)
  const viaShell = between?.command.includes('launch.mjs') && between.parent > 1
  setInterval(() => {
    if (process.ppid !== parent || (viaShell && processOf(parent)?.parent !== between.parent)) stop()
  }, 1000).unref()
}

/** Reads a process's parent and arguments; null where they can't be read. */
function processOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field after the name in parentheses, which may hold anything.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return { parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
  } catch {
    if (process.platform === 'linux' || process.platform === 'win32') return null
    const { stdout } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' })
    const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? '') ?? []
    return parent ? { parent: Number(parent), command } : null
  }
}

const [command, ...args] = process.argv.slice(2)
const [file, ...fixed] = (commands[command] ?? '').split(' ')
const nodeMajor = Number(process.versions.node.split('.')[0])
if (nodeMajor < oldest) giveUp(`Node ${process.version} is too old: install ${supported}.`)
if (!file) giveUp(`Unknown command "${command ?? ''}": use one of ${Object.keys(commands).join(', ')}.`)
// A build needs none of them in any mode, but what a start on this machine needs is installed with it.
if (!isInstalled(command !== 'build' && !isServed(command))) install(!isServed(command))
handOver(file, [...fixed, ...args])
