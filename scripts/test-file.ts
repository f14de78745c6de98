import { appendFileSync } from 'node:fs'
import { afterAll, expect, vi } from 'vitest'
import { ownCpuSeconds } from './cpu-seconds.ts'

/**
 * Separates the files of tests, which share a process: starting one for each file takes longer than many of them. Each file
 * evaluates the project's modules again, so it gets their state from nobody else, and leaves no stub and no setting behind.
 */

vi.resetModules()

// A failing hook of a file skips those that were added before it, also the one below: then the next file restores.
const shared: typeof globalThis & { restoreTestProcess?: () => void } = globalThis
shared.restoreTestProcess?.()

const settings = { ...process.env }
shared.restoreTestProcess = () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
  for (const name of Object.keys(process.env)) if (!(name in settings)) delete process.env[name]
  Object.assign(process.env, settings)
  delete shared.restoreTestProcess
}
afterAll(() => shared.restoreTestProcess?.())

// This process, with its browser, runs one file at a time. A file without an end, because a hook failed, is not listed.
const began = ownCpuSeconds()
const { CPU_FILE: cpuFile } = settings
afterAll(() => {
  if (cpuFile) appendFileSync(cpuFile, `${ownCpuSeconds() - began} ${expect.getState().testPath}\n`)
})
