import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { freePorts, root } from '../tools/settings.ts'
import { bareSettings } from './probe-site.ts'

/** Starts the server as a process and waits for its end. */
const boot = (settings: Record<string, string>) => run(['server.ts'], settings)

/** Runs Node to its end. */
function run(
  args: string[],
  settings: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', ...bareSettings, ...settings },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
  const timer = setTimeout(() => child.kill('SIGKILL'), 120_000)
  return new Promise((ended) => {
    child.on('close', (code) => {
      clearTimeout(timer)
      ended({ code, output: output.trim() })
    })
  })
}

describe('a site that may not start reports why in one sentence', () => {
  const real = { NODE_ENV: 'production', SITE_URL: 'https://jouvay.example' }
  test.each([
    ['PORT', { PORT: 'x' }],
    ['SUPABASE_URL', { SUPABASE_URL: '', SUPABASE_SECRET_KEY: '', SUPABASE_PUBLISHABLE_KEY: '' }],
    ['TICKET_SIGNING_KEY', { TICKET_SIGNING_KEY: 'secret' }],
    ['PAYMENT_PROVIDER', { ...real, PAYMENT_PROVIDER: 'test' }],
    ['FIREBASE_AUTH_EMULATOR_HOST', { ...real, FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' }],
    ["There's no build yet", { BUILD_DIR: 'e2e' }],
    ['SITE_URL is https://jouvay.example', { SITE_URL: 'https://jouvay.example' }],
  ])('%s', async (named, settings) => {
    const { code, output } = await boot(settings)
    expect(code).toBe(1)
    expect(output).toMatch(new RegExp(`^${named}.*[.]$`))
    expect(output.split('\n')).toHaveLength(1)
  })

  test('a full disk, wherever the start notices it', async () => {
    // Every write to this device fails with a full disk.
    const work = `import { writeFileSync } from 'node:fs'
      import { command } from './tools/processes.ts'
      await command(async () => writeFileSync('/dev/full', 'x'))`
    const { code, output } = await run(['--input-type=module', '-e', work], {})
    expect([code, output]).toEqual([1, 'The disk is full: free some space and start again.'])
  })

  test('a port in use', async () => {
    const [, port] = await freePorts()
    const other = createServer().listen(port)
    const { code, output } = await boot({ PORT: String(port) })
    other.close()
    expect(code).toBe(1)
    expect(output).toBe(`Port ${port} is in use: stop what uses it or set PORT to another.`)
  })
})
