import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { sendWebResponse } from './bridge.server.ts'

/** Sends a page of so many characters to a browser that takes Brotli, and returns the number of bytes that arrived. */
async function packed(length: number): Promise<{ page: string; bytes: Buffer }> {
  const page = Array.from({ length: Math.ceil(length / 8) }, (_, n) => `<p>${n}</p>`)
    .join('')
    .slice(0, length)
  const headers = new Headers({ 'content-type': 'text/html' })
  const server = createServer((req, res) => void sendWebResponse(req, res, new Response(page), headers, []))
  onTestFinished(() => void server.close())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const bytes = await new Promise<Buffer>((arrived, failed) => {
    const options = { host: '127.0.0.1', port, agent: false, headers: { 'accept-encoding': 'br' } }
    get(options, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('end', () => arrived(Buffer.concat(chunks)))
    }).on('error', failed)
  })
  return { page, bytes }
}

/** The window of a Brotli stream, as the power of two that its first bits name (RFC 7932, 9.1). */
function windowBits(stream: Buffer): number {
  const first = stream[0] ?? 0
  if ((first & 1) === 0) return 16
  const large = (first >> 1) & 7
  if (large > 0) return 17 + large
  const small = (first >> 4) & 7
  return small === 0 ? 17 : 8 + small
}

test.each([
  [2_000, 11],
  [30_000, 15],
  [200_000, 18],
  [600_000, 20],
])('a page of %i characters is packed with a window of its size, not of 4 MB', async (length, bits) => {
  const { page, bytes } = await packed(length)
  expect(windowBits(bytes)).toBe(bits)
  expect(brotliDecompressSync(bytes).toString()).toBe(page)
})
