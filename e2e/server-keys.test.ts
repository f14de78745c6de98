import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { root } from '../tools/settings.ts'
import { registered } from './api-visitor.ts'

/** Keeps the keys of the database's API on the server: with one, a client calls Supabase past the site's rate limits. */

const { url } = inject('site')
const stack = inject('stack')

const keys = /sb_(publishable|secret)_/

test('no file of the client holds a key or the address of the API', () => {
  const folder = join(root, 'build/client')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const filesWithKey = files.filter((entry) => {
    const text = readFileSync(join(entry.parentPath, entry.name), 'latin1')
    return keys.test(text) || text.includes(stack.publishableKey) || text.includes(stack.url)
  })
  expect(files.length).toBeGreaterThan(20)
  expect(filesWithKey.map((entry) => entry.name)).toEqual([])
})

test('no page does, for visitors and for people with an account', async () => {
  const { visitor } = await registered(url)
  const public_ = [
    '/',
    '/events',
    '/shop',
    '/community',
    '/live',
    '/search?q=soca',
    '/password-reset',
    '/?auth=login',
    '/no-such-page',
  ]
  const own = ['/profile', '/settings', '/my-tickets', '/checkout', '/payment-success']
  for (const path of [...public_, ...own]) {
    const { text, headers } = await visitor.get(path)
    const response = text + JSON.stringify([...headers])
    expect([path, keys.test(response)]).toEqual([path, false])
  }
})
