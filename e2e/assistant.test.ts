import { createClient } from '@supabase/supabase-js'
import { expect, inject, test } from 'vitest'
import { registered } from './api-visitor.ts'
import { meet } from './people.ts'

/** Tests the page of the assistant as a browser without JavaScript uses it. */

const { url: site } = inject('site')
const stack = inject('stack')
const service = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } })

test('a member asks, reads an answer with links of the site, rates and deletes it', async () => {
  const { visitor } = await registered(site)
  const asked = await visitor.postForm('/ai-assistant', {
    intent: 'ask',
    question: 'What do I need to bring? <b onclick=alert(1)>x</b>',
  })
  expect(asked.status).toBe(302)
  const path = asked.headers.get('location') ?? ''
  const page = await visitor.get(path)
  expect(page.status).toBe(200)
  // the answer of the help page, and the question as text
  expect(page.text).toContain('bring a physical government ID')
  expect(page.text).toContain('&lt;b onclick=alert(1)&gt;')
  const main = page.text.slice(page.text.indexOf('<main'), page.text.indexOf('</main'))
  expect(
    [...main.matchAll(/href="([^"]*)"/g)].filter(([, to = '']) => !to.startsWith('/') && !to.startsWith('#')),
  ).toEqual([])

  const turn = /id="turn-([0-9a-f-]{36})"/.exec(page.text)?.[1] ?? ''
  expect((await visitor.postForm('/ai-assistant', { intent: 'rate', turn, rating: 'up' })).status).toBe(302)
  expect((await visitor.get(path)).text).toMatch(
    /aria-pressed="true"[^>]*value="up"|value="up"[^>]*aria-pressed="true"/,
  )

  const stranger = await registered(site)
  expect((await stranger.visitor.get(path)).status).toBe(404)
  const conversation = new URL(path, site).searchParams.get('c') ?? ''
  await stranger.visitor.postForm('/ai-assistant', { intent: 'delete', conversation })
  expect((await visitor.get(path)).status).toBe(200)
  expect((await visitor.postForm('/ai-assistant', { intent: 'delete', conversation })).status).toBe(302)
  expect((await visitor.get(path)).status).toBe(404)
})

test('every tool answers a member who has nothing', async () => {
  const { visitor } = await registered(site)
  const questions = [
    'upcoming events',
    'is there a dress code',
    'where are my tickets',
    'show my orders',
    'status of my order',
    'why was I charged $68.69',
    'I want a refund',
    'do you have hoodies',
    'am I on the waitlist',
    'what is in my cart',
  ]
  for (const question of questions) {
    const asked = await visitor.postForm('/ai-assistant', { intent: 'ask', question })
    const { text } = await visitor.get(asked.headers.get('location') ?? '')
    // an answer can be rated, a failure can be tried again
    expect(text, question).toContain('value="up"')
  }
})

test('an empty question is answered at its field', async () => {
  const { visitor } = await registered(site)
  const reply = await visitor.postForm('/ai-assistant', { intent: 'ask', question: ' ' })
  expect(reply.status).toBe(422)
  expect(reply.text).toContain('Type a question first')
})

test('visitors and guests are asked to register', async () => {
  for (const kind of ['visitor', 'Gus'] as const) {
    const { visitor } = await meet(site, service, kind)
    for (const reply of [
      await visitor.get('/ai-assistant'),
      await visitor.postForm('/ai-assistant', { intent: 'ask', question: 'Doors?' }),
    ]) {
      expect(reply.status, kind).toBe(302)
      expect(reply.headers.get('location'), kind).toContain('auth=')
    }
  }
})
