/** Measures the time of each step of a command. */
export type Times = {
  /** Runs a step, stores its seconds, and says so when it is done. */
  take<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Formats every step and the total in one line; steps may have run at the same time. */
  print(): string
}

/**
 * Starts the clock.
 * @param say is given a line for each step that is done
 */
export function createTimes(say: (line: string) => void = () => undefined): Times {
  const begun = performance.now()
  const steps: string[] = []
  const seconds = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`
  return {
    async take(name, work) {
      const from = performance.now()
      const value = await work()
      steps.push(`${name} ${seconds(from)}`)
      say(stepLine(name, seconds(from)))
      return value
    },
    print: () => `${steps.join(', ')}; ${seconds(begun)} in all`,
  }
}

/** Formats a step that is done; its parts stand further to the right. */
export function stepLine(name: string, seconds: string, isPart = false): string {
  return `${isPart ? '      ' : '  '}${name.padEnd(isPart ? 18 : 22)} ${seconds.padStart(7)}`
}
