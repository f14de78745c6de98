import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { connectRetries, connectTimeout, fetchWithTimeout } from './fetch-with-timeout.server.ts'

const servers: Server[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const server of servers.splice(0)) server.close()
})

function listen(listener: RequestListener, port = 0): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  return new Promise((ready) => {
    server.listen(port, '127.0.0.1', () => {
      const { port: taken } = server.address() as AddressInfo
      ready(`http://127.0.0.1:${taken}`)
    })
  })
}

/** A port without a listener. */
async function silentAddress(): Promise<string> {
  const url = await listen(() => undefined)
  await new Promise((closed) => servers.pop()?.close(closed))
  return url
}

const refusing = (code: string) => Response.json({ code, message: 'No.' }, { status: 503 })

// Specification 9.13
test('Database connect timeout 20000 ms, at most 3 retry attempts.', async () => {
  expect([connectTimeout, connectRetries]).toEqual([20_000, 3])
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  const attempts = vi.spyOn(globalThis, 'fetch')
  await expect(fetchWithTimeout(await silentAddress(), { method: 'POST' })).rejects.toThrow('fetch failed')
  expect(timeout).toHaveBeenCalledExactlyOnceWith(20_000)
  expect(attempts).toHaveBeenCalledTimes(4)
})

test('a service that comes back meanwhile answers, and nobody notices', async () => {
  const url = await silentAddress()
  const response = fetchWithTimeout(url, { method: 'POST', body: 'once' })
  setTimeout(() => {
    void listen((_, res) => res.end('here'), Number(new URL(url).port))
  }, 150)
  expect(await (await response).text()).toBe('here')
})

test.each([
  ['a change whose connection broke', 'POST', () => Promise.reject(new TypeError('fetch failed')), 1],
  ['a change that may have been made', 'POST', async () => refusing('PGRST001'), 1],
  ['a change that never reached the database', 'POST', async () => refusing('PGRST000'), 4],
  ['a read', 'GET', async () => refusing('PGRST001'), 4],
  ['a refusal of any other kind', 'GET', async () => new Response('', { status: 500 }), 1],
])('%s is sent as often as is safe', async (_, method, response, times) => {
  const attempts = vi.spyOn(globalThis, 'fetch').mockImplementation(response)
  await fetchWithTimeout('http://api.invalid', { method }).catch(() => undefined)
  expect(attempts).toHaveBeenCalledTimes(times)
})
