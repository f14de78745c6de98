import { type ChildProcess, fork } from 'node:child_process'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { freePorts, root } from '../tools/settings.ts'
import { sized } from './size.ts'

/**
 * Measures the CPU time of the site's process for one request, which depends little on other work of the machine.
 * Pages of a signed-in person, and the event page with a click id of its own for each visitor beside the plain one.
 * Another checkout of the site, built, can be measured in turns with this one.
 */

const connections = 16
const requestsPerRound = sized(96, 2)
const rounds = sized(2, 1)

const spentSchema = z.object({ cpuMs: z.number(), rssMb: z.number() })
type Spent = z.output<typeof spentSchema>

/** Milliseconds of CPU for one request of each page, and megabytes held at the end. */
export type SiteCpu = { pages: Record<string, number>; rssMb: number }

type Measured = { url: string; cookie: string; process: ChildProcess }

function nextMessage<T>(child: ChildProcess, schema: z.ZodType<T>): Promise<T> {
  return new Promise((received, failed) => {
    const ended = () => failed(new Error('the measured site ended'))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      received(schema.parse(message))
    })
  })
}

async function start(folder: string, settings: Record<string, string>): Promise<Measured> {
  const [, port] = await freePorts()
  const url = `http://localhost:${port}`
  const file = fileURLToPath(new URL('measured-site.ts', import.meta.url))
  const child = fork(file, [folder], {
    env: { ...process.env, ...settings, PORT: String(port), SITE_URL: url, HOST: '127.0.0.1' },
  })
  await nextMessage(child, z.literal('ready'))
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada', password: 'Jouvay2026' }),
  })
  const cookie = login.headers.getSetCookie().map((line) => line.split(';')[0])
  return { url, cookie: cookie.join('; '), process: child }
}

async function spent({ process: child }: Measured): Promise<Spent> {
  const spending = nextMessage(child, spentSchema)
  child.send('how much')
  return spending
}

/** Requests a page and reads the response without decompressing it. */
function take(url: string, headers: Record<string, string>): Promise<void> {
  return new Promise((taken, failed) => {
    const sent = request(
      url,
      { headers: { 'accept-encoding': 'gzip, deflate, br', ...headers } },
      (response) => {
        response.resume().once('end', () => {
          if (response.statusCode === 200) taken()
          else failed(new Error(`${url}: status ${response.statusCode}`))
        })
      },
    )
    sent.once('error', failed)
    sent.end()
  })
}

/**
 * Sends the picker's form as a browser without scripts does, for more tickets than an order may hold, and follows the refusal to the
 * page that shows it.
 */
async function takeRefusal({ url, cookie }: Measured, eventPath: string, type: string): Promise<void> {
  const [, , event = ''] = eventPath.split('/')
  const headers = { accept: 'text/html', referer: url + eventPath, origin: url, cookie }
  const fields = { intent: 'hold', event, 'lines[0].type': type, 'lines[0].quantity': '20' }
  let at = `${url}/checkout`
  let response = await fetch(at, {
    ...{ method: 'POST', redirect: 'manual', headers },
    body: new URLSearchParams(fields),
  })
  const [flash = ''] = response.headers.getSetCookie().filter((line) => line.startsWith('flash='))
  while (response.status >= 300 && response.status < 400) {
    at = new URL(response.headers.get('location') ?? '', at).href
    await response.body?.cancel()
    response = await fetch(at, {
      redirect: 'manual',
      headers: { ...headers, cookie: `${cookie}; ${flash.split(';')[0]}` },
    })
  }
  const page = await response.text()
  if (response.status !== 200 || !flash) throw new Error(`the hold was not refused: ${response.status}`)
  if (!page.includes('role="alert"')) throw new Error('the page does not say why the hold was refused')
}

/** @returns milliseconds of the site's CPU for one of `asksPerRound` requests */
async function costOf(site: Measured, send: (count: number) => Promise<void>): Promise<number> {
  const before = await spent(site)
  let left = requestsPerRound
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left > 0) await send(left--)
    }),
  )
  return ((await spent(site)).cpuMs - before.cpuMs) / requestsPerRound
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/**
 * Measures this checkout and, in turns with it, another.
 * @param settings what the site needs to find its stack
 * @param eventPath the path of an event's page
 * @param type id of one of its ticket types
 * @param beside the folder of another checkout with its own build
 */
export async function measureSiteCpu(
  settings: Record<string, string>,
  eventPath: string,
  type: string,
  beside?: string,
): Promise<{ ours: SiteCpu; beside?: SiteCpu }> {
  const sites: Measured[] = []
  let unique = 0
  try {
    for (const folder of beside ? [root, beside] : [root]) sites.push(await start(folder, settings))
    const requests: Record<string, (site: Measured) => Promise<void>> = {
      '/, signed in': ({ url, cookie }) => take(`${url}/`, { cookie }),
      '/events, signed in': ({ url, cookie }) => take(`${url}/events`, { cookie }),
      'event page, signed in': ({ url, cookie }) => take(url + eventPath, { cookie }),
      '/my-tickets, signed in': ({ url, cookie }) => take(`${url}/my-tickets`, { cookie }),
      'event page, visitor': ({ url }) => take(url + eventPath, {}),
      'event page, visitor with a click id': ({ url }) =>
        take(`${url}${eventPath}?fbclid=bench${unique++}`, {}),
      'refused hold and its page, without scripts': (site) => takeRefusal(site, eventPath, type),
    }
    const costs = sites.map(() => new Map(Object.keys(requests).map((name) => [name, [] as number[]])))
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, send] of Object.entries(requests)) {
        for (const [index, site] of sites.entries()) {
          const cost = await costOf(site, () => send(site))
          // Warms both up in the first round.
          if (round > 0) costs[index]?.get(name)?.push(cost)
        }
      }
    }
    const results: SiteCpu[] = []
    for (const [index, site] of sites.entries()) {
      const pages = [...(costs[index] ?? [])].map(([name, all]) => [name, median(all)] as const)
      results.push({ pages: Object.fromEntries(pages), rssMb: (await spent(site)).rssMb })
    }
    const [ours, other] = results
    if (!ours) throw new Error('nothing was measured')
    return { ours, beside: other }
  } finally {
    for (const { process: child } of sites) child.disconnect()
  }
}
