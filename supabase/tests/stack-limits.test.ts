/** Shows that one caller of the embedded stack can't hold every session, fill its memory or break a service for the others. */
import { createClient } from '@supabase/supabase-js'
import { describe, expect, inject, test } from 'vitest'

const stack = inject('stack')
const auth = { persistSession: false, autoRefreshToken: false }
const service = createClient(stack.url, stack.secretKey, { auth })

/** Calls a service with the publishable key. */
const call = (path: string, init: RequestInit = {}) =>
  fetch(`${stack.url}${path}`, {
    ...init,
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json', ...init.headers },
  })

test('20 visitors with a pattern that never ends leave sessions to the server, and end after a second', async () => {
  let ended = 0
  const endless = `/rest/v1/posts?select=id&body=imatch.${encodeURIComponent('(.*){1,200}(.*){1,200}(.*){1,200}#')}`
  const slow = Array.from({ length: 20 }, async () => {
    const response = await call(endless)
    ended += 1
    return response.status
  })
  const { error } = await service.from('events').select('id').limit(1)
  expect(error).toBeNull()
  // Five may run at once, and each is ended: the rest of them still waits for its turn.
  expect(ended).toBeLessThan(10)
  expect(new Set(await Promise.all(slow))).toEqual(new Set([500]))
})

describe('a body', () => {
  test.each([
    '/rest/v1/rpc/list_posts',
    '/auth/v1/token?grant_type=password',
    '/functions/v1/sweep',
  ])('of 8 MB is not read by %s', async (path) => {
    const response = await call(path, {
      method: 'POST',
      body: JSON.stringify({ a: 'x'.repeat(8 * 1024 ** 2) }),
    })
    expect(response.status).toBe(413)
  })

  test('of unknown length is not read beyond the limit either', async () => {
    const chunk = new TextEncoder().encode(' '.repeat(1024 ** 2))
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        if (sent++ < 8) controller.enqueue(chunk)
        else controller.close()
      },
    })
    const response = await call('/auth/v1/signup', { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect(response.status).toBe(413)
  })

  test.each([
    '/rest/v1/rpc/search_site',
    '/auth/v1/signup',
  ])('nested 50,000 deep is bad JSON to %s', async (path) => {
    const body = `{"data":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
    expect((await call(path, { method: 'POST', body })).status).toBe(400)
  })

  test('with brackets in a long text is not nested', async () => {
    const body = JSON.stringify({ email: `${'[{'.repeat(400)}"\\`, password: 'x' })
    const response = await call('/auth/v1/token?grant_type=password', { method: 'POST', body })
    expect(await response.json()).toMatchObject({ error_code: 'invalid_credentials' })
  })

  test('with metadata that no header could carry is refused', async () => {
    const body = JSON.stringify({ data: { note: 'x'.repeat(200_000) } })
    const response = await call('/auth/v1/signup', { method: 'POST', body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error_code: 'validation_failed' })
  })
})

describe('a query', () => {
  test.each([
    '/rest/v1/posts?select="id',
    '/rest/v1/posts?select=id&order="id',
    '/rest/v1/posts?select=id&bo%00dy=eq.1',
    '/rest/v1/posts?select=id&body=eq.a%00b',
    '/rest/v1/po%00sts?select=id',
  ])('that cannot be parsed is a 400: %s', async (path) => {
    const { status } = await call(path)
    expect([400, 404]).toContain(status)
  })
})
