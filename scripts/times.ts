/** How long each step of a command took. */
export type Times = {
  /** Runs a step and remembers its seconds. */
  take<T>(name: string, work: () => Promise<T>): Promise<T>
  /** One line with every step and the whole; steps may have run at the same time. */
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
