import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { parseSettings, type Settings, SettingsError } from '#server/env.server.ts'

/** Finds what the commands need before anything runs: the project's folder, the settings, the secrets of this machine, free ports. */

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Reads `.env` and the environment; what the environment says wins.
 * @throws SettingsError with one sentence
 */
export function readSettings(): Settings & { dataDir: string } {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  const settings = parseSettings(process.env)
  return { ...settings, dataDir: resolve(root, settings.DATA_DIR) }
}

/**
 * Makes the data folder.
 * @throws SettingsError when it can't be written
 */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    const probe = join(dataDir, '.writable')
    writeFileSync(probe, 'x'.repeat(64 * 1024))
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
    throw new SettingsError(
      isFull
        ? `DATA_DIR is ${dataDir}, but the disk is full: free some space or set DATA_DIR to another folder.`
        : `DATA_DIR is ${dataDir}, but we can't write there: set DATA_DIR to another folder.`,
    )
  }
}

const secretsSchema = z.object({
  TICKET_SIGNING_KEY: z.string(),
  LINK_SECRET: z.string(),
  PAYMENT_WEBHOOK_SECRET: z.string(),
})

/**
 * The secrets of a site on this machine, made once and kept in the data folder. In production and staging they come from the
 * environment alone, because losing a folder must not void every ticket that was sold.
 * @returns those that the environment does not give
 */
export function localSecrets(settings: Settings, dataDir: string): Record<string, string> {
  if (!settings.local) return {}
  const file = join(dataDir, 'secrets.json')
  if (!existsSync(file)) {
    const secret = () => randomBytes(32).toString('base64url')
    const fresh = { TICKET_SIGNING_KEY: secret(), LINK_SECRET: secret(), PAYMENT_WEBHOOK_SECRET: secret() }
    writeFileSync(file, JSON.stringify(fresh, null, 2), { mode: 0o600 })
  }
  const secrets = secretsSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!secrets.success)
    throw new SettingsError(`${file} is damaged: delete it (tickets signed so far become void).`)
  return Object.fromEntries(Object.entries(secrets.data).filter(([name]) => !process.env[name]?.trim()))
}

/**
 * Waits for a port to be free; a killed run needs a moment until its last process is gone.
 * @param timeout how long to wait, in milliseconds
 * @returns whether it is free
 */
export async function portIsFree(port: number, host: string | undefined, timeout = 0): Promise<boolean> {
  for (const end = Date.now() + timeout; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer()
      probe.once('error', () => resolve(false))
      probe.listen(port, host, () => probe.close(() => resolve(true)))
    })
    if (free || Date.now() >= end) return free
  }
}

/**
 * Makes sure that the site's port is free. A run that was killed a moment ago, and left its lock behind, gets some time to
 * be gone.
 * @throws SettingsError when something else uses it
 */
export async function claimPort(settings: { PORT: number; HOST?: string; dataDir: string }): Promise<void> {
  const timeout = existsSync(join(settings.dataDir, 'stack.pid')) ? 10_000 : 0
  if (await portIsFree(settings.PORT, settings.HOST, timeout)) return
  throw new SettingsError(`Port ${settings.PORT} is in use: stop what uses it or set PORT to another.`)
}

/**
 * Finds free ports for a stack and a site.
 * @returns the stack's base port, of which the next four are free too, and the site's
 */
export async function freePorts(): Promise<[stack: number, site: number]> {
  for (;;) {
    // Below the numbers that systems give to outgoing connections.
    const base = 20_000 + Math.floor(Math.random() * 1200) * 10
    const wanted = [0, 1, 2, 3, 4, 5].map((offset) => base + offset)
    const free = await Promise.all(wanted.map((port) => portIsFree(port, undefined)))
    if (free.every(Boolean)) return [base, base + 5]
  }
}

/** Returns the folder for the data of tests: one that the database's own user can reach too. */
export function temporaryFolder(): string {
  return process.platform === 'win32' ? tmpdir() : '/var/tmp'
}
