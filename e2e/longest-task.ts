import type { Browser } from 'playwright-core'

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  /** Microseconds by the clock. */
  dur?: number
  /** Microseconds of the thread's own time. */
  tdur?: number
  args: { name?: string }
}

/**
 * The longest task of a page's main thread, in milliseconds of that thread's own processor time: what other processes take
 * meanwhile is not counted, as it would be by the clock (and so by the browser's `longtask` entries).
 * @param browser with no other page at work
 * @param work what is measured
 */
export async function longestTask(browser: Browser, work: () => Promise<void>): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  // playwright-core's type of this message is the protocol's: an array of objects of any shape.
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'], excludedCategories: ['*'] },
  })
  try {
    await work()
  } finally {
    const complete = new Promise((done) => session.once('Tracing.tracingComplete', done))
    await session.send('Tracing.end')
    await complete
    await session.detach()
  }
  const mains = new Set(
    events
      .filter((event) => event.name === 'thread_name' && event.args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = events.filter(
    (event) => event.ph === 'X' && event.name === 'RunTask' && mains.has(`${event.pid} ${event.tid}`),
  )
  if (tasks.length === 0) throw new Error('The browser traced no task.')
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
}
