import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { countCpuSeconds, ownCpuSeconds, parseStat, partOf } from './cpu-seconds.ts'

test('a line of /proc is parsed, also with spaces and parentheses in the name', () => {
  const line = '4711 (a (b) c) S 42 1 1 0 -1 4194304 5 6 7 8 150 50 9 9 20 0 1 0 987654 1000 2'
  expect(parseStat(line)).toEqual({
    id: 4711,
    parent: 42,
    name: 'a (b) c',
    seconds: 2,
    ended: 0.18,
    key: '4711 987654',
  })
})

test.each([
  ['postgres', 'postgres: authenticator', 'Postgres'],
  ['headless_shell', '/usr/lib/chromium/chromium-headless-shell --type=renderer', 'Chromium'],
  ['node', 'node --disable-warning supabase/embedded/main.ts', 'API'],
  ['node', 'node server.ts', 'site'],
  ['node', 'node --require vitest/suppress-warnings.cjs', 'tests'],
  ['esbuild', 'esbuild --service', 'checks, builds, other commands'],
])('%s, started as "%s", belongs to %s', (name, commandLine, part) => {
  expect(partOf(name, commandLine)).toBe(part)
})

test.runIf(process.platform === 'linux')('the work of a child is counted', async () => {
  const stop = countCpuSeconds()
  const before = ownCpuSeconds()
  // Asks for its times now and then only: each question is work of the system, several times what is waited for.
  const work = `const from = process.cpuUsage(); let sum = 0
    while (process.cpuUsage(from).user < 400_000) for (let n = 0; n < 1e6; n++) sum += n
    console.log(1); setTimeout(() => {}, 60_000)`
  const child = spawn(process.execPath, ['-e', work])
  await once(child.stdout, 'data')
  const seconds = stop().reduce((sum, one) => sum + one.seconds, 0)
  const running = ownCpuSeconds() - before
  child.kill()
  await once(child, 'exit')
  expect(seconds).toBeGreaterThan(0.4)
  expect(running).toBeGreaterThan(0.4)
  expect(ownCpuSeconds() - before).toBeGreaterThan(0.4)
})
