import { afterAll, vi } from 'vitest'

/**
 * Separates the files of unit and component tests, which share a process: starting one for each takes longer than the tests.
 * Each file evaluates the project's modules anew, so it gets their state from nobody else, and leaves no stub behind.
 */

vi.resetModules()

afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})
