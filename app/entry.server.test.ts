import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { expect, test } from 'vitest'
import { collectPage, handleError } from './entry.server.tsx'
import { createLog } from './server/log.server.ts'

/** Makes the value that Remix passes on where a response was thrown. */
const thrown = (status: number, statusText: string) => ({ status, statusText, internal: true, data: '' })

/** Collects the lines that are logged as a breakdown when a loader throws this. */
function logged(error: unknown, signal?: AbortSignal): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = []
  const log = createLog('error', { write: (line) => void lines.push(JSON.parse(line)) })
  const requestContext = {
    requestId: 'r',
    nonce: 'n',
    address: '203.0.113.7',
    cookies: { setCookie: () => undefined, set: [] },
    memo: new Map(),
    log,
    purgePages: () => undefined,
  }
  const request = new Request('http://localhost/events?city=Miami', { signal })
  handleError(error, { request, params: {}, context: { requestContext } })
  return lines
}

test('logs a failure of the database with its code, its message and the page', () => {
  const err = { code: '42P01', message: 'relation does not exist', details: null, hint: 'Run the migrations' }
  expect(logged(err)).toMatchObject([
    { msg: 'breakdown', path: '/events', err: { code: '42P01', message: err.message, hint: err.hint } },
  ])
})

test('logs a response of 500, but not one of 4xx', () => {
  expect(logged(thrown(500, 'Server Error'))).toHaveLength(1)
  for (const no of [
    new Response(null, { status: 404 }),
    new Response(null, { status: 405 }),
    thrown(404, 'Not Found'),
    thrown(405, 'Method Not Allowed'),
  ])
    expect(logged(no)).toEqual([])
})

test('does not log a request that the visitor aborted', () => {
  expect(logged(new Error('aborted'), AbortSignal.abort())).toEqual([])
})

test('keeps every character of a page, wherever the chunks of React end', async () => {
  // Four bytes each, in pieces of changing length, so that some of them reach over the end of a chunk.
  const pieces = Array.from({ length: 4000 }, (_, at) => `${'a'.repeat(at % 4)}🥁`)
  const html = await new Promise<string>((resolve) => {
    const page = renderToPipeableStream(
      createElement('p', null, ...pieces.map((piece) => createElement('b', null, piece))),
      {
        onAllReady: () => page.pipe(collectPage((whole) => resolve(whole.toString()))),
      },
    )
  })
  expect(html).toBe(`<p>${pieces.map((piece) => `<b>${piece}</b>`).join('')}</p>`)
})
