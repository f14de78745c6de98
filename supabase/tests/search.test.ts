import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { createEvent } from './event-fixture.ts'
import { call, refusal } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

/** Tests what site search finds, for whom, and in which order; and the lists of products and posts that it links to. */

const users = openTestUsers(inject('stack'))
const { sql } = users

const foundSchema = z.object({
  events: z.array(z.object({ title: z.string() })).transform((hits) => hits.map(({ title }) => title)),
  products: z.array(z.object({ name: z.string() })).transform((hits) => hits.map(({ name }) => name)),
  posts: z
    .array(z.object({ body: z.string(), author: z.object({ name: z.string() }) }))
    .transform((hits) => hits.map(({ body }) => body)),
})
type Found = z.output<typeof foundSchema>
const nothing: Found = { events: [], products: [], posts: [] }

async function search(query: string, name: Name | 'visitor' = 'visitor', limit?: number): Promise<Found> {
  const args = { p_query: query, ...(limit ? { p_limit: limit } : {}) }
  return call(await users.actingAs(name), 'search_site', args, foundSchema)
}

/**
 * Makes a word of ten different small letters that nothing else in the database holds. A letter that came twice could make a part
 * of the word similar enough to the whole to be found as its misspelling.
 */
function newTerm(): string {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  return Array.from({ length: 10 }, () => letters.splice(randomInt(letters.length), 1)[0]).join('')
}
/** Marks every row of this file, so that each test finds its own rows alone. */
const term = newTerm()

type Row = Record<string, string | string[] | boolean | Date | object | null>
const products: string[] = []

async function event(row: Row, options: Parameters<typeof createEvent>[1] = {}): Promise<string> {
  const { eventId } = await createEvent(sql, options)
  await sql`update public.events set ${sql(row)} where id = ${eventId}`
  return eventId
}
async function product(row: Row): Promise<void> {
  const id = randomUUID()
  products.push(id)
  await sql`insert into public.products ${sql({ id, slug: id, price_cents: 900, status: 'active', ...row })}`
}
async function post(row: Row): Promise<string> {
  const id = randomUUID()
  await sql`insert into public.posts ${sql({ id, author_id: await users.id('Mia'), ...row })}`
  return id
}

beforeAll(async () => {
  await users.grant('Dex', 'scan', null)
})
afterAll(async () => {
  if (products.length > 0) await sql`delete from public.products where id in ${sql(products)}`
  await users.close()
})

describe('visibility', () => {
  beforeAll(async () => {
    const title = (of: string) => `${of} ${term}`
    await event({ title: title('Open') })
    await event({ title: title('Club') }, { visibility: 'members' })
    const secret = await event({ title: title('Secret') }, { visibility: 'unlisted' })
    await event({ title: title('Draft') }, { status: 'draft' })
    await event({ title: title('Trial') }, { isTest: true })
    await event({ title: title('Archive') }, { status: 'archived', doorsIn: -50 })
    await event({ title: title('Gone'), status: 'cancelled', cancelled_at: new Date() }, { doorsIn: -50 })
    await users.grant('Dot', 'door_manager', secret)
    await product({ name: title('Tee') })
    await product({ name: title('Planned tee'), status: 'draft' })
    await product({ name: title('Old tee'), status: 'archived' })
    await post({ body: title('Shown') })
    await post({ body: title('Hidden'), status: 'auto_hidden' })
    const deactivated = await users.extra()
    await post({ body: title('Left'), author_id: deactivated })
    await sql`update public.profiles set deactivated_at = now() where id = ${deactivated}`
    await post({ body: title('Late'), author_id: deactivated })
    const erased = await users.extra()
    await post({ body: title('Erased'), author_id: erased })
    await users.service.auth.admin.deleteUser(erased)
  })

  // Staff find no more than members: what is not announced is found on their own screens.
  const members: Name[] = ['Mia', 'Sid', 'Dex', 'Dot', 'Mo', 'Ada']
  test.each([
    ['visitor', 'Open'],
    ['Gus', 'Open'],
    ...members.map((name) => [name, 'Open Club'] as const),
  ] as const)('%s: %s', async (name, events) => {
    const found = await search(term, name)
    expect(found.events.map((title) => title.split(' ')[0]).sort()).toEqual(events.split(' ').sort())
    expect(found.products).toEqual([`Tee ${term}`])
    expect(found.posts).toEqual([`Shown ${term}`])
  })

  test('hiding and publishing show at once', async () => {
    const fresh = newTerm()
    const testEvent = await event({ title: `Night ${fresh}` }, { status: 'draft' })
    const talk = await post({ body: `Talk ${fresh}` })
    expect(await search(fresh)).toEqual({ ...nothing, posts: [`Talk ${fresh}`] })
    await sql`update public.events set status = 'published' where id = ${testEvent}`
    await sql`update public.posts set status = 'auto_hidden' where id = ${talk}`
    expect(await search(fresh)).toEqual({ ...nothing, events: [`Night ${fresh}`] })
    await sql`update public.events set visibility = 'unlisted' where id = ${testEvent}`
    expect(await search(fresh, 'Ada')).toEqual(nothing)
  })

  test('posts of a deactivated account are not found, return with it, and take no place meanwhile', async () => {
    const fresh = newTerm()
    const loud = await users.extra()
    const post = (author: string, count: number) =>
      sql`insert into public.posts (author_id, body)
        select ${author}::uuid, ${fresh} || ' ' || n from generate_series(1, ${count}::int) n`
    await post(await users.id('Mia'), 1)
    await post(loud, 70)
    expect((await search(fresh, 'visitor', 20)).posts).toHaveLength(20)
    const close = (at: Date | null) =>
      sql`update public.profiles set deactivated_at = ${at} where id = ${loud}`
    await close(new Date())
    expect((await search(fresh, 'Ada', 20)).posts).toEqual([`${fresh} 1`])
    await close(null)
    expect((await search(fresh, 'visitor', 20)).posts).toHaveLength(20)
    await sql`delete from public.posts where author_id = ${loud}`
  })
})

describe('matching', () => {
  const artist = newTerm()
  beforeAll(async () => {
    await event({
      title: `Dancehall Night ${term}x`,
      summary: 'Twelve dancers, one crown',
      venue_name: `Théâtre ${artist}`,
      city: 'São Paulo',
      genres: ['day-fete'],
      line_up: JSON.parse(`[{ "name": "Sélecta ${artist}y", "role": null, "at": null }]`),
    })
    await product({ name: `Piñata O'Cap ${term}x` })
    await post({ body: `Toussaint L'Ouverture ak Èzili Dantò, n'ap danse 🔥 ${artist}` })
    await post({ body: `Музыка, 夜 ${artist}` })
  })
  const testEvent = () => `Dancehall Night ${term}x`

  test.each([
    ['the beginning of a word', () => `danc ${term}`],
    ['any order, letters of any size', () => `NIGHT ${term}X dancehall`],
    ['a misspelt word', () => `dancehal ${term}x`],
    ['two misspelt words', () => `dancehal lnight ${term}x`],
    ['a letter too many', () => `danceehall ${term}x`],
    ['one word written as two', () => `${term.slice(0, 4)} ${term.slice(4)}x`],
    ['the venue', () => artist],
    ['the venue without its accent', () => `theatre ${artist}`],
    ['the venue with another accent', () => `thèatre ${artist}`],
    ['the city', () => `sao paulo ${artist}`],
    ['the lineup', () => `${artist}y selecta`],
    ['the tags', () => `day fete ${artist}`],
    ['a tag with its hyphen', () => `day-fete ${artist}`],
    ['the summary', () => `crown ${artist}`],
    ['spaces around', () => `  ${artist}\t`],
  ])('by %s', async (_what, query) => {
    expect((await search(query())).events).toEqual([testEvent()])
  })

  test('an apostrophe or an accent in a name need not be typed', async () => {
    const name = `Piñata O'Cap ${term}x`
    for (const query of [`pinata ${term}x`, `ocap ${term}x`, `o’cap ${term}x`, `PIÑATA ${term}x`])
      expect((await search(query)).products, query).toEqual([name])
  })

  test.each([
    "l'ouverture",
    'louverture',
    'L’Ouverture',
    'ouverture',
    'l ouverture',
    'ÈZILI',
    'ezili dantò',
  ])('what an apostrophe joins, and Haitian or French accents: by %s', async (query) => {
    expect((await search(`${query} ${artist}`)).posts).toEqual([expect.stringContaining("L'Ouverture")])
  })

  test('letters of other scripts', async () => {
    for (const query of [`музыка ${artist}`, `МУЗ ${artist}`, `夜 ${artist}`])
      expect((await search(query)).posts, query).toEqual([expect.stringContaining('Музыка')])
  })

  test('all words must be there', async () => {
    expect(await search(`${artist} ${newTerm()}`)).toEqual(nothing)
  })

  test('exact matches are not mixed with similar ones', async () => {
    const [right, near] = [`${term}abcd`, `${term}abce`]
    await product({ name: `Cap ${right}` })
    await product({ name: `Cap ${near}` })
    expect((await search(right)).products).toEqual([`Cap ${right}`])
  })
})

describe('order and number', () => {
  const fete = newTerm()
  beforeAll(async () => {
    for (const days of [40, 2, 9, 30, 5, 14]) {
      await event({ title: `Upcoming ${days}`, summary: fete }, { doorsIn: days * 24 })
    }
    await event({ title: `Named ${fete}` }, { doorsIn: 50 * 24 })
    await event({ title: `Past ${fete}` }, { doorsIn: -3 * 24 })
    for (const n of [1, 2, 3, 4, 5, 6, 7])
      await post({ body: `Post ${n} ${fete}`, created_at: new Date(Date.now() - n * 60_000) })
  })

  test('titles first, then the soonest; five of each unless told', async () => {
    const { events, posts } = await search(fete)
    expect(events).toEqual([`Named ${fete}`, 'Upcoming 2', 'Upcoming 5', 'Upcoming 9', 'Upcoming 14'])
    expect(posts).toEqual([1, 2, 3, 4, 5].map((n) => `Post ${n} ${fete}`))
  })

  test('past events come after all upcoming ones, even with the term in the title', async () => {
    const { events } = await search(fete, 'visitor', 20)
    expect(events).toHaveLength(8)
    expect(events.at(-1)).toBe(`Past ${fete}`)
  })

  test('never more than twenty, never fewer than one', async () => {
    const many = newTerm()
    await sql`insert into public.posts (author_id, body)
      select ${await users.id('Mia')}::uuid, ${many} || ' ' || n from generate_series(1, 25) n`
    expect((await search(many, 'visitor', 1000)).posts).toHaveLength(20)
    expect((await search(many, 'visitor', -3)).posts).toHaveLength(1)
  })
})

describe('any input', () => {
  test.each([
    "' or 1=1 --",
    "'); drop table public.posts; --",
    '& | ! ( ) <-> :* \\',
    "a':*B & 'b",
    '!!!',
    '%_%',
    '"unclosed',
    '<script>alert(1)</script>',
    '😀',
    'ﬀ ﷺ',
    '​',
    'http://user:pw@host/x?y=z#w',
    'a'.repeat(80),
    Array.from({ length: 40 }, () => 'a').join(' '),
  ])('%j is a question like any other', async (query) => {
    await expect(search(query)).resolves.toHaveProperty('posts')
  })

  test('nothing, blanks and more than 80 characters are refused', async () => {
    for (const query of ['', '  \n ', 'a'.repeat(81)])
      expect((await refusal(search(query))).code, JSON.stringify(query)).toBe('invalid')
    expect(
      (await (await users.actingAs('visitor')).rpc('search_site', { p_query: null })).error?.message,
    ).toBe('invalid')
  })

  test('a NUL is a 400, not a database error', async () => {
    const { error, status } = await (await users.actingAs('visitor')).rpc('search_site', {
      p_query: 'so\u0000ca',
    })
    expect(error).not.toBeNull()
    expect(status).toBeLessThan(500)
  })
})

describe('the lists', () => {
  test('of products: the active ones, for an admin too', async () => {
    // The word of both: the list has a page, and other tests have products too.
    const word = newTerm()
    await product({ name: `Listed ${word}` })
    await product({ name: `Not yet ${word}`, status: 'draft' })
    const listSchema = z.object({ products: z.array(z.object({ name: z.string() })), currency: z.string() })
    const { products } = await call(
      await users.actingAs('Ada'),
      'list_products',
      { p_query: word },
      listSchema,
    )
    expect(products.map((one) => one.name)).toEqual([`Listed ${word}`])
  })

  test('of posts: newest first, from one of them on, page by page', async () => {
    const pageSchema = z.object({
      posts: z.array(
        z.object({
          id: z.string(),
          author: z.object({ name: z.string(), avatar: z.null(), username: z.null() }),
        }),
      ),
      next: z.string().nullable(),
      from: z.string().nullable(),
    })
    const page = async (p_from: string | null, p_limit = 2) => {
      const got = await call(await users.actingAs('visitor'), 'list_posts', { p_from, p_limit }, pageSchema)
      return { ids: got.posts.map(({ id }) => id), next: got.next, from: got.from }
    }
    // a year ahead, so that the posts of other tests come after these
    const at = (n: number) => new Date(Date.now() + 365 * 86_400_000 - n * 60_000)
    const ids: string[] = []
    for (const n of [1, 2, 3, 4, 5]) ids.push(await post({ body: `Post ${n}`, created_at: at(n) }))
    const hidden = await post({ body: 'Hidden', created_at: at(2.5), status: 'auto_hidden' })
    const [first, second, third, fourth] = ids
    expect(await page(null)).toEqual({ ids: [first, second], next: third, from: null })
    expect(await page(third ?? '')).toEqual({ ids: [third, fourth], next: ids[4], from: third })
    // one that is not there, or not to be seen, begins with the newest
    expect(await page(randomUUID())).toEqual(await page(null))
    expect(await page(hidden)).toEqual(await page(null))
    // and all of it is in what their author takes along
    const mine = z.object({ posts: z.array(z.object({ body: z.string() })) })
    const { posts } = await call(await users.actingAs('Mia'), 'export_my_data', {}, mine)
    expect(posts.map(({ body }) => body)).toEqual(expect.arrayContaining(['Post 1', 'Hidden']))
    ids.push(hidden)
    await sql`delete from public.posts where id in ${sql(ids)}`
  })
})
