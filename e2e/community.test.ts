import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, expect, inject, test } from 'vitest'
import { hostileTexts } from '#server/hostile-texts.fixtures.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor, registered } from './api-visitor.ts'

/** Tests the community as a browser without JavaScript uses it: posting with a picture, comments, and what is hidden gone at once. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
afterAll(() => users.close())

/** Lists the tags of a page's HTML that could run something: of kinds or with attributes that the page itself does not have. */
function tagsThatAct(html: string): string[] {
  return [...html.matchAll(/<[a-z][^<>]*>/gi)].flatMap(([tag]) => {
    const names = tag.replaceAll(/"[^"]*"/g, '""')
    const link = /\shref="([^"]*)"/.exec(tag)?.[1] ?? '/'
    const acts =
      /^<(script|iframe|object|embed|style|base|meta)\b/i.test(tag) ||
      /\s(on\w+|formaction|srcdoc)\b/i.test(names) ||
      !/^(\/(?!\/)|https?:|#|mailto:)/.test(link)
    return acts ? [tag] : []
  })
}

/** A member who is not new: older than a day, with three posts. */
async function settled() {
  const member = await registered(site)
  const { id } = (await member.visitor.get('/api/me')).body
  await sql`update public.profiles set created_at = now() - interval '9 days' where id = ${id ?? ''}`
  await sql`insert into public.posts (author_id, body, created_at)
    select ${id ?? ''}::uuid, 'Earlier ' || n || ' ' || ${randomUUID()}, now() - interval '3 days' from generate_series(1, 3) n`
  return { visitor: member.visitor, id: id ?? '' }
}

/** Posts the composer's form. @returns the response, and the id of the post that it leads to */
async function post(visitor: ApiVisitor, fields: Record<string, string>, picture?: Blob) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ intent: 'post', ...fields })) form.set(name, value)
  form.set('pictures', picture ?? new Blob([]), picture ? 'night.jpg' : '')
  const response = await fetch(`${site}/community`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: {
      origin: site,
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  })
  return {
    status: response.status,
    text: await response.text(),
    id: /#post-([0-9a-f-]{36})/.exec(response.headers.get('location') ?? '')?.[1] ?? '',
  }
}

test('a post with a picture: shown to visitors without its metadata, and hidden with its page, data and picture at once', async () => {
  const { visitor, id: author } = await settled()
  const word = `word${randomUUID().slice(0, 8)}`
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Copyright: 'Secret street 7' } })
    .jpeg()
    .toBuffer()
  const sent = await post(
    visitor,
    { body: `**${word}**`, 'alt[0]': 'A teal wall' },
    new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }),
  )
  expect([sent.status, sent.id]).toEqual([303, expect.stringMatching(/^[0-9a-f-]{36}$/)])
  const stranger = new ApiVisitor(site)
  const addresses = [
    `/community/${sent.id}`,
    `/community/${sent.id}.data`,
    `/community?from=${sent.id}`,
    '/community.data',
  ]
  const page = await stranger.get(addresses[0] ?? '')
  expect(page.text).toContain(`<strong>${word}</strong>`)
  expect(page.text).toContain('A teal wall')
  const picture = /\/community\/pictures\/[0-9a-f]{32}/.exec(page.text)?.[0] ?? ''
  const file = await fetch(site + picture)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const bytes = Buffer.from(await file.arrayBuffer())
  expect(bytes.includes('Secret street')).toBe(false)
  expect((await sharp(bytes).metadata()).exif).toBeUndefined()

  const gone = await visitor.postForm('/community', { intent: 'delete', post: sent.id })
  expect(gone.status).toBe(303)
  for (const address of addresses)
    expect([address, (await stranger.get(address)).text.includes(word)]).toEqual([address, false])
  expect((await stranger.get(`/community/${sent.id}`)).status).toBe(404)
  expect((await fetch(site + picture)).status).toBe(404)
  expect(author).not.toBe('')
})

test('what is wrong is said at the field, with what was typed, and nothing is written', async () => {
  const { visitor } = await settled()
  const empty = await post(visitor, { body: '  ' })
  expect([empty.status, empty.text.includes('Write something first')]).toEqual([422, true])
  const broken = await post(
    visitor,
    { body: 'With a file' },
    new Blob(['no picture'], { type: 'image/jpeg' }),
  )
  expect([broken.status, broken.text.includes('With a file')]).toEqual([422, true])
  const visiting = await post(new ApiVisitor(site), { body: 'Hello' })
  expect([visiting.status, visiting.id]).toEqual([expect.any(Number), ''])
})

test('hostile texts in posts, comments, descriptions and previews are shown as text', async () => {
  const { visitor, id: author } = await settled()
  const rows = hostileTexts.map((text) => ({ id: randomUUID(), author_id: author, body: text }))
  await sql`insert into public.posts ${sql(rows)}`
  const [first] = rows
  await sql`insert into public.posts ${sql(hostileTexts.slice(0, 18).map((body) => ({ author_id: author, post_id: first?.id ?? '', body })))}`
  const alt = '" onerror="alert(1)'
  await sql`insert into public.post_pictures (picture_name, post_id, position, width, height, alt)
    values (${randomUUID().replaceAll('-', '')}, ${first?.id ?? ''}, 1, 9, 9, ${alt})`
  await sql`insert into public.post_links (post_id, url, title, description, site, fetched_at)
    values (${first?.id ?? ''}, 'https://example.com/', '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '<b>x</b>', now())`
  const pages = [
    `/community/${first?.id}`,
    ...rows.filter((_, at) => at % 18 === 17).map(({ id }) => `/community?from=${id}`),
  ]
  for (const address of pages) {
    const { text: html, status } = await visitor.get(address)
    const shown = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    expect([address, status]).toEqual([address, 200])
    expect(tagsThatAct(shown), address).toEqual([])
  }
  await sql`delete from public.posts where author_id = ${author}`
})
