import { type ChildProcess, fork } from 'node:child_process'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { sized } from './size.ts'

/** Measures the event page as a visitor gets it, against a bare node:http server that sends the very same bytes. */

export type Comparison = { name: string; ours: number; reference: number; unit: string; note: string }

const connections = 16
const secondsPerRound = sized(4, 1)
const rounds = sized(3, 1)

/** Reads one response as it comes over the wire, not decompressed. */
function take(url: string): Promise<{ body: Buffer; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { 'accept-encoding': 'br' } }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      else resolve({ body: Buffer.concat(chunks), headers: response.headers })
    })
    sent.once('error', reject)
    sent.end()
  })
}

async function perSecond(url: string): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: secondsPerRound,
    headers: { 'accept-encoding': 'br' },
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
  return result.requests.average
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Starts a bare node:http server in a process of its own that sends what the page's address answers now. */
export async function startBareServer(
  pageUrl: string,
): Promise<{ url: string; sends: string; close: () => void }> {
  const { body, headers } = await take(pageUrl)
  const { date: _, connection: __, 'keep-alive': ___, ...kept } = headers
  const bare: ChildProcess = fork(fileURLToPath(import.meta.url), ['--bare'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const port = await new Promise<number>((ready) => {
    bare.once('message', (message) => ready(Number(message)))
    bare.send({ body: body.toString('base64'), headers: kept })
  })
  return {
    url: `http://127.0.0.1:${port}/`,
    sends: `${body.length} bytes (${headers['content-encoding'] ?? 'identity'})`,
    close: () => bare.kill(),
  }
}

/**
 * Measures an event page.
 * @param pageUrl its address on a running site
 */
export function compareEventPage(pageUrl: string): Promise<Comparison> {
  return compareWithBare('event page, visitor', pageUrl)
}

/**
 * Measures an address and a bare server that sends the same, in turns, so that a busy machine slows both.
 * @param name of what is measured
 */
export async function compareWithBare(name: string, pageUrl: string): Promise<Comparison> {
  const bare = await startBareServer(pageUrl)
  try {
    const ours: number[] = []
    const reference: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const [site, plain] = [await perSecond(pageUrl), await perSecond(bare.url)]
      // Warms both up in the first round.
      if (round > 0) {
        ours.push(site)
        reference.push(plain)
      }
    }
    return {
      name,
      ours: median(ours),
      reference: median(reference),
      unit: 'requests/s',
      note: `bare node:http server sending the same ${bare.sends}, ${connections} connections`,
    }
  } finally {
    bare.close()
  }
}

/** Runs the bare server in a process of its own, as the site is. */
function serveBare(message: { body: string; headers: Record<string, string> }): void {
  const body = Buffer.from(message.body, 'base64')
  const server = createServer((_, response) => response.writeHead(200, message.headers).end(body))
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}

if (process.argv.includes('--bare')) {
  process.once('message', serveBare)
  process.once('disconnect', () => process.exit(0))
}
