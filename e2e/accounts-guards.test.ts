import { createClient } from '@supabase/supabase-js'
import { describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { supervise } from '../tools/processes.ts'
import { freePorts } from '../tools/settings.ts'
import { ApiVisitor, registered } from './api-visitor.ts'

/** Tests the guards of pages, and how the session's cookie is stored on a public site. */

const { url: site, env } = inject('site')
const stack = inject('stack')
const service = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } })
const noAccess = 'You don&#x27;t have access to this area.'

async function withRole(role: 'moderator' | 'admin') {
  const person = await registered(site)
  const { error } = await service.rpc('set_role', { p_user: person.id, p_role: role, p_reason: 'test' })
  expect(error).toBeNull()
  return person.visitor
}

describe('pages behind a guard', () => {
  test.each([
    '/ai-assistant',
    '/profile',
    '/admin',
    '/ticket-scanner',
    '/user-management',
  ])('send visitors of %s to sign in, and back afterwards', async (path) => {
    const response = await new ApiVisitor(site).get(`${path}?from=mail`)
    const back = new URLSearchParams({ auth: 'login', redirect: `${path}?from=mail` })
    expect([response.status, response.headers.get('location')]).toEqual([302, `/?${back}`])
  })

  test.each([
    '/admin',
    '/admin/events',
    '/user-management',
    '/email-management',
  ])('answer 403 in the site to everybody who may not see %s, child data included', async (path) => {
    const { visitor } = await registered(site)
    const response = await visitor.get(path)
    expect(response.status).toBe(403)
    expect(response.text).toContain(noAccess)
    expect((await visitor.get(`${path}.data`)).text).not.toMatch(/(gross|net)(_cents|Cents)/)
  })

  test('open with the role, and close at once without it', async () => {
    const { visitor, id } = await registered(site)
    expect((await visitor.get('/my-tickets')).status).toBe(200)
    expect((await visitor.get('/admin')).status).toBe(403)
    const set = (role: string) => service.rpc('set_role', { p_user: id, p_role: role, p_reason: 'test' })
    await set('admin')
    expect((await visitor.get('/admin')).status).toBe(200)
    await set('member')
    expect((await visitor.get('/admin')).status).toBe(403)
  })

  // Specification 10.6
  test('ignore forged headers', async () => {
    const admin = await withRole('admin')
    const { id, username } = (await admin.get('/api/me')).body
    const forged = { 'user-id': String(id), 'x-user-data': JSON.stringify({ id, username, role: 'admin' }) }
    const { visitor } = await registered(site)
    for (const path of ['/admin', '/admin/events', '/user-management', '/api/analytics/dashboard']) {
      expect((await visitor.get(path, forged)).status, path).toBe(403)
      expect((await new ApiVisitor(site).get(path, forged)).status, path).not.toBe(200)
    }
  })
})

test('over https the cookie is Secure and bound to this very host', async () => {
  const [, port] = await freePorts()
  const readySchema = z.object({ url: z.string() })
  const publicSite = 'https://jouvay.test'
  const settings = { ...env, BACKGROUND_JOBS: 'off', PORT: String(port), SITE_URL: publicSite }
  const running = await supervise({ name: 'site', file: 'server.ts', env: settings, readySchema }, () => {})
  try {
    const visitor = new ApiVisitor(publicSite, undefined, `http://127.0.0.1:${port}`)
    const response = await visitor.post('/api/auth/guest')
    expect(response.status).toBe(200)
    expect(response.set.length).toBeGreaterThan(0)
    for (const cookie of response.set) {
      expect(cookie).toMatch(
        /^__Host-jouvay-session[^;]*; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
    }
    expect((await visitor.get('/api/me')).body.id).toBe(response.body.id)
    // A sibling host can set a cookie under the plain name only; it is ignored here.
    const planted = new ApiVisitor(publicSite, undefined, visitor.door)
    for (const [name, value] of visitor.cookies) planted.cookies.set(name.replace('__Host-', ''), value)
    expect((await planted.get('/api/me')).status).toBe(401)
  } finally {
    await running.stop()
  }
})
