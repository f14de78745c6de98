import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, expect, inject, test } from 'vitest'
import { hostileTexts } from '#server/hostile-texts.fixtures.ts'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { buy } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { freePorts, readSettings } from '../tools/settings.ts'
import { ApiVisitor, registered } from './api-visitor.ts'
import { meet } from './people.ts'
import { startTestSite } from './test-site.ts'

/** Tests the community as a browser without JavaScript uses it: posting with a picture, comments, and what is hidden gone at once. */

const { url: site } = inject('site')
const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
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

test('what moderators, reports and the author take away leaves the pages that were kept in memory at once, in other processes within a second', async () => {
  const [port] = await freePorts()
  const second = await startTestSite(stack, { port, dataDir: readSettings().dataDir })
  try {
    const mo = await meet(site, service, 'Mo')
    const stranger = new ApiVisitor(site)
    const elsewhere = new ApiVisitor(second.ready.url)
    const author = await settled()
    /** Writes a post, has every page of it kept in memory by both processes, and takes it away. */
    const takeAway = async (name: string, work: (id: string) => Promise<void>) => {
      const [id, word] = [randomUUID(), `${name}${randomUUID().slice(0, 8)}`]
      const event = await createEvent(sql, { doorsIn: 2 })
      const [row] = await sql<{ slug: string }[]>`select slug from public.events where id = ${event.eventId}`
      await sql`insert into public.posts (id, author_id, event_id, body) values (${id}, ${author.id}, ${event.eventId}, ${word})`
      const pages = [
        `/community/${id}`,
        `/community/${id}.data`,
        `/community?from=${id}`,
        `/community?event=${event.eventId}&from=${id}`,
        `/events/${event.eventId}/${row?.slug}`,
      ]
      const shows = (visitor: ApiVisitor) =>
        Promise.all(pages.map(async (page) => (await visitor.get(page)).text.includes(word)))
      expect([...(await shows(stranger)), ...(await shows(elsewhere))]).toEqual(Array(10).fill(true))
      await work(id)
      expect([name, ...(await shows(stranger))]).toEqual([name, false, false, false, false, false])
      await expect.poll(() => shows(elsewhere)).toEqual(Array(5).fill(false))
    }
    const done = async (response: Promise<{ status: number; text: string }>) => {
      const { status, text } = await response
      expect([303, 302, 200], text.slice(0, 300)).toContain(status)
    }
    await takeAway('gone', (id) =>
      done(author.visitor.postForm('/community', { intent: 'delete', post: id })),
    )
    await takeAway('edit', (id) =>
      done(author.visitor.postForm(`/community/${id}/edit`, { body: 'Other words', version: '1' })),
    )
    await takeAway('hide', async (id) => {
      for (let n = 0; n < 3; n++) {
        const reporter = await settled()
        await done(reporter.visitor.postForm(`/community/${id}/report`, { reason: 'spam' }))
      }
      const [post] = await sql<{ status: string }[]>`select status from public.posts where id = ${id}`
      expect(post?.status).toBe('auto_hidden')
    })
    await takeAway('drop', async (id) => {
      const reporter = await settled()
      await done(reporter.visitor.postForm(`/community/${id}/report`, { reason: 'hate' }))
      const [opened] = await sql<{ id: string; version: number }[]>`
        select id, version from private.moderation_cases where post_id = ${id}`
      const decision = {
        intent: 'remove',
        version: String(opened?.version),
        rule: 'respect',
        reason: 'A test of removing posts',
        sanction: 'none',
      }
      await done(mo.visitor.postForm(`/admin/moderation/${opened?.id}`, decision))
      const [post] = await sql<{ status: string }[]>`select status from public.posts where id = ${id}`
      expect(post?.status).toBe('removed')
    })
  } finally {
    await second.stop()
  }
})

test('the thread on the page of an event: who may post, why not, and what a scan and a refund change', async () => {
  const event = await createEvent(sql, { doorsIn: 2, hoursLong: 6 })
  const [row] = await sql<{ slug: string }[]>`select slug from public.events where id = ${event.eventId}`
  const page = `/events/${event.eventId}/${row?.slug}`
  const feed = `/community?event=${event.eventId}`
  const [holder, member, visitor] = [await settled(), await settled(), new ApiVisitor(site)]
  const { order } = await buy(service, holder.id, event, { Entry: 1 })
  const form = '<form method="post" action="/community?event='
  const threadOf = async (who: ApiVisitor) => {
    const { text } = await who.get(page)
    return text.slice(text.indexOf('id="thread"'))
  }
  /** Says of each person whether the page of the event has the form, and whether a post of theirs is taken. */
  const may = async (who: { visitor: ApiVisitor }) => {
    const html = await threadOf(who.visitor)
    const sent = await post(who.visitor, { body: `Said ${randomUUID()}`, event: event.eventId, back: page })
    // without JavaScript a refused text is on the page of the thread, with the reason
    if (sent.status !== 303) expect(sent.text).toContain('Said ')
    return [html.includes(form), sent.status]
  }
  const clock = (doors: number, hours = 6) =>
    sql`update public.events set doors_at = now() + make_interval(hours => ${doors}), starts_at = now() + make_interval(hours => ${doors}),
      ends_at = now() + make_interval(hours => ${doors + hours}) where id = ${event.eventId}`
  expect([await may(holder), await may(member)]).toEqual([
    [true, 303],
    [true, 303],
  ])
  expect(await threadOf(visitor)).toContain('Sign in to post')
  expect(await threadOf(visitor)).not.toContain(form)
  const said = `Back ${randomUUID().slice(0, 8)}`
  const sent = await post(member.visitor, { body: said, event: event.eventId, back: page })
  expect(sent.id).not.toBe('')
  expect(await threadOf(member.visitor)).toContain(`id="post-${sent.id}"`)

  await clock(-1)
  expect([await may(holder), await may(member)]).toEqual([
    [false, 403],
    [false, 403],
  ])
  expect(await threadOf(member.visitor)).toContain('scanned in at the door')
  const [ticket] = await sql<
    { id: string }[]
  >`select id from public.tickets where order_id = ${order.orderId}`
  await users.grant('Dex', 'scan', event.eventId)
  const scanned = await (await users.actingAs('Dex')).rpc('check_in', {
    p_event: event.eventId,
    p_ticket: ticket?.id ?? '',
    p_generation: 1,
    p_code: null,
    p_scan_uid: randomUUID(),
    p_gate: 'Main',
    p_method: 'camera',
    p_result: null,
    p_device: randomUUID(),
  })
  expect(scanned.error).toBeNull()
  // at once: neither page of a member is kept in memory
  expect(await may(holder)).toEqual([true, 303])
  expect((await holder.visitor.get(feed)).text).toContain('id="composer-body"')
  expect(await may(member)).toEqual([false, 403])

  const refunded = await (await users.actingAs('Ada')).rpc('refund_order', {
    p_order: order.orderId,
    p_amount_cents: 2000,
    p_reason: 'goodwill',
    p_void: true,
    p_key: randomUUID(),
    p_tickets: [ticket?.id ?? ''],
    p_override: true,
  })
  expect(refunded.error).toBeNull()
  expect(await may(holder)).toEqual([false, 403])
  expect((await holder.visitor.get(feed)).text).not.toContain('id="composer-body"')

  await clock(-30)
  expect(await threadOf(member.visitor)).toContain('Lost or found something')
  await clock(-24 * 31 - 8)
  expect(await may(member)).toEqual([false, 403])
  expect(await threadOf(member.visitor)).toContain('This thread is closed')
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
