import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Probe, send, startProbe } from './probe-site.ts'

let probe: Probe
beforeAll(async () => {
  probe = await startProbe()
})
afterAll(() => probe.site.close())

/** Sends the beginning of a request. @returns what came back until the connection was closed, and what sends more */
function dawdle(beginning: string): { output: Promise<string>; write(more: string): void } {
  let text = ''
  const socket = connect(probe.env.PORT, '127.0.0.1', () => socket.write(beginning))
  socket.on('data', (data) => (text += String(data)))
  socket.on('error', () => undefined)
  const output = new Promise<string>((closed) => socket.on('close', () => closed(text)))
  return { output, write: (more) => void socket.write(more) }
}

const head = (more: string) => `POST /api/echo HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\n${more}`

test('a request that is sent too slowly is cut off, while others are served', async () => {
  // One that never reads does not see that it was cut off; the site closes its end all the same.
  const deaf: Socket[] = []
  probe.site.server.once('connection', (socket: Socket) => deaf.push(socket))
  const silent = connect({ port: probe.env.PORT, host: '127.0.0.1', allowHalfOpen: true })
  silent.on('error', () => undefined).pause()
  silent.write('GET /page HTTP/1.1\r\nHo')
  await expect.poll(() => deaf.length).toBe(1)
  // A picture from a slow phone may take longer than everything else.
  const form = `--qqvv\r\nContent-Disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\nxyz\r\n--qqvv--\r\n`
  const type = `Content-Type: multipart/form-data; boundary=qqvv\r\nContent-Length: ${form.length}\r\nConnection: close\r\n\r\n`
  const upload = dawdle(head(type).replace('/api/echo', '/upload') + form.slice(0, 90))
  const slow = Promise.all([
    dawdle('GET /page HTTP/1.1\r\nHo').output,
    dawdle(head('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":')).output,
    dawdle(head('Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n')).output,
  ])
  expect((await send(probe, 'GET', '/page')).status).toBe(200)
  // A connection that is never closed ends this test by its own timeout.
  for (const output of await slow) expect(output).toMatch(/^(HTTP\/1\.1 408 |$)/)
  upload.write(form.slice(90))
  expect(await upload.output).toMatch(/^HTTP\/1\.1 200 /)
  expect(probe.runs.get('api')).toBeUndefined()
  await expect.poll(() => deaf[0]?.destroyed).toBe(true)
  silent.destroy()
})

test('connections can’t take every descriptor of the process', () => {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
  const descriptors = Number(report.userLimits?.open_files?.soft)
  // Not a number where the system sets no limit.
  if (descriptors > 0) expect(probe.site.server.maxConnections).toBeLessThan(descriptors)
})
