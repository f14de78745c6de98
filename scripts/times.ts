/** Measures the time of each step of a command. */
export type Times = {
  /** Runs a step and stores its seconds. */
  take<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Formats every step and the total in one line; steps may have run at the same time. */
  print(): string
}

/** Starts the clock. */
export function createTimes(): Times {
  const begun = performance.now()
  const steps: string[] = []
  const seconds = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`
  return {
    async take(name, work) {
      const from = performance.now()
      const value = await work()
      steps.push(`${name} ${seconds(from)}`)
      return value
    },
    print: () => `${steps.join(', ')}; ${seconds(begun)} in all`,
  }
}
