import type { Browser, Page } from 'playwright-core'

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  /** Microseconds of wall-clock time. */
  dur?: number
  /** Microseconds of the thread's own CPU time. */
  tdur?: number
  args: { name?: string }
}

/**
 * Measures the longest task of a page's main thread, in milliseconds of that thread's own CPU time: other
 * processes' time is not counted, as it would be by the clock (and so by the browser's `longtask` entries).
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

/** Articles of the fixed piece of work: about 90 ms on a machine at rest, twice as long as the longest task of a page there. */
const articles = 2500

/**
 * Measures a fixed piece of work in a page: what tasks of this page are compared with, so that no figure depends on the machine.
 * Parses a fixed text into elements and lays them out, which needs memory and the browser's own code as a page's start does; a
 * loop of numbers is slowed by other things than a page is.
 * @returns milliseconds of the thread's own processor time
 */
export async function fixedTask(browser: Browser, page: Page): Promise<number> {
  return await longestTask(browser, async () => {
    for (let time = 0; time < 3; time++) {
      await page.evaluate((count) => {
        const box = document.createElement('div')
        let html = ''
        for (let n = 0; n < count; n++)
          html += `<article class="c${n % 7}"><h3>Title ${n}</h3><p>Some <b>text</b> ${n}</p></article>`
        document.body.append(box)
        box.innerHTML = html
        const height = box.offsetHeight
        box.remove()
        return height
      }, articles)
    }
  })
}
