/** Checks what supabase-js's `from` and `rpc` return: rows, writes, functions, row policies, errors, many at once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBookshelf } from './bookshelf.ts'

const shelf = await openBookshelf()
afterAll(() => shelf?.close())

describe.skipIf(!shelf)('the Data API', () => {
  if (!shelf) return
  const { visitor, service } = shelf
  let mia: Awaited<ReturnType<typeof shelf.member>>
  let dex: Awaited<ReturnType<typeof shelf.member>>
  let open = ''
  let closed = ''

  beforeAll(async () => {
    ;[mia, dex] = await Promise.all([shelf.member(), shelf.member()])
    const { data, error } = await service
      .from('conformance_shelves')
      .insert([
        { name: 'open', owner_id: mia.id, is_public: true },
        { name: 'closed', owner_id: mia.id, is_public: false },
      ])
      .select('id')
    expect(error).toBeNull()
    ;[open = '', closed = ''] = data?.map((row) => String(row.id)) ?? []
    const books = await service.from('conformance_books').insert([
      {
        shelf_id: open,
        title: 'Anansi',
        pages: 120,
        tags: ['tale', 'sweet'],
        details: { lang: 'en', stars: [4, 5] },
      },
      { shelf_id: open, title: 'Brer Rabbit', pages: 80, tags: ['tale'], details: { lang: 'en' } },
      { shelf_id: open, title: 'Compère Lapin', pages: null, tags: [], details: { lang: 'fr' } },
      { shelf_id: closed, title: 'Diary', pages: 365, tags: ['secret'], details: {} },
    ])
    expect(books.error).toBeNull()
  })

  describe('reading', () => {
    test('gives every type as hosted writes it', async () => {
      const { data, error, status } = await visitor
        .from('conformance_books')
        .select()
        .eq('title', 'Anansi')
        .single()
      expect(error).toBeNull()
      expect(status).toBe(200)
      expect(data).toEqual({
        id: expect.any(Number),
        shelf_id: open,
        title: 'Anansi',
        pages: 120,
        price: 12.5,
        tags: ['tale', 'sweet'],
        details: { lang: 'en', stars: [4, 5] },
        published_on: null,
        added_at: '2026-01-02T03:04:05.678901+00:00',
      })
    })

    test('embeds children and parents', async () => {
      const shelves = await visitor
        .from('conformance_shelves')
        .select('name, books:conformance_books(title, added_at)')
        .order('title', { referencedTable: 'books' })
      expect(shelves.data).toEqual([
        {
          name: 'open',
          books: ['Anansi', 'Brer Rabbit', 'Compère Lapin'].map((title) => ({
            title,
            added_at: '2026-01-02T03:04:05.678901+00:00',
          })),
        },
      ])
      const books = await visitor
        .from('conformance_books')
        .select('title, shelf:conformance_shelves!inner(name)')
        .eq('shelf.name', 'open')
        .eq('title', 'Anansi')
      expect(books.data).toEqual([{ title: 'Anansi', shelf: { name: 'open' } }])
    })

    test('filters', async () => {
      const titles = async (query: PromiseLike<{ data: { title: string }[] | null; error: unknown }>) => {
        const { data, error } = await query
        expect(error).toBeNull()
        return data?.map(({ title }) => title)
      }
      const books = () => visitor.from('conformance_books').select('title').order('title')
      expect(await titles(books().gt('pages', 100))).toEqual(['Anansi'])
      expect(await titles(books().is('pages', null))).toEqual(['Compère Lapin'])
      expect(await titles(books().not('pages', 'is', null))).toEqual(['Anansi', 'Brer Rabbit'])
      expect(await titles(books().in('title', ['Anansi', 'Nobody, at all']))).toEqual(['Anansi'])
      expect(await titles(books().ilike('title', '%lapin'))).toEqual(['Compère Lapin'])
      expect(await titles(books().or('pages.lt.100,title.eq.Anansi'))).toEqual(['Anansi', 'Brer Rabbit'])
      expect(await titles(books().contains('tags', ['tale', 'sweet']))).toEqual(['Anansi'])
      expect(await titles(books().overlaps('tags', ['tale']))).toEqual(['Anansi', 'Brer Rabbit'])
      expect(await titles(books().contains('details', { lang: 'fr' }))).toEqual(['Compère Lapin'])
      expect(await titles(books().eq('details->>lang', 'en'))).toEqual(['Anansi', 'Brer Rabbit'])
      expect(
        await titles(books().eq('added_at', '2026-01-02T03:04:05.678901+00:00').eq('title', 'Anansi')),
      ).toEqual(['Anansi'])
      expect(await titles(books().eq('added_at', '2026-01-02T03:04:05.678+00:00'))).toEqual([])
      expect(
        await titles(books().gte('added_at', '2026-01-02T03:04:05Z').lt('added_at', '2026-01-03')),
      ).toHaveLength(3)
    })

    test('orders, pages and counts', async () => {
      const page = await visitor
        .from('conformance_books')
        .select('title', { count: 'exact' })
        .order('pages', { ascending: false, nullsFirst: false })
        .range(1, 2)
      expect(page.data).toEqual([{ title: 'Brer Rabbit' }, { title: 'Compère Lapin' }])
      expect(page.count).toBe(3)
      const head = await visitor.from('conformance_books').select('*', { count: 'exact', head: true })
      expect([head.data, head.count]).toEqual([null, 3])
      const texts = await visitor
        .from('conformance_books')
        .select('lang:details->>lang, details->stars')
        .order('title')
        .limit(1)
      expect(texts.data).toEqual([{ lang: 'en', stars: [4, 5] }])
    })

    test('one row, none, or too many', async () => {
      const books = visitor.from('conformance_books').select('title')
      expect(await books.eq('title', 'Nobody').maybeSingle()).toMatchObject({ data: null, error: null })
      const none = await visitor.from('conformance_books').select('title').eq('title', 'Nobody').single()
      expect(none).toMatchObject({
        status: 406,
        error: { code: 'PGRST116', details: 'The result contains 0 rows' },
      })
      const many = await visitor.from('conformance_books').select('title').single()
      expect(many).toMatchObject({
        status: 406,
        error: { code: 'PGRST116', details: 'The result contains 3 rows' },
      })
    })
  })

  describe('writing', () => {
    test('inserts, updates, upserts and deletes, with the rows asked for', async () => {
      const mine = mia.client.from('conformance_books')
      const inserted = await mine
        .insert({ shelf_id: closed, title: 'Letters', details: { to: ['ada'] } })
        .select('title, pages, details')
        .single()
      expect(inserted).toMatchObject({
        status: 201,
        data: { title: 'Letters', pages: null, details: { to: ['ada'] } },
      })
      const quiet = await mia.client.from('conformance_books').insert({ shelf_id: closed, title: 'Quiet' })
      expect(quiet).toMatchObject({ status: 201, data: null, error: null })
      const updated = await mia.client
        .from('conformance_books')
        .update({ pages: 9, tags: ['a', 'b'], published_on: '2026-05-06' })
        .eq('title', 'Letters')
        .select('pages, tags, published_on')
      expect(updated).toMatchObject({
        status: 200,
        data: [{ pages: 9, tags: ['a', 'b'], published_on: '2026-05-06' }],
      })
      const upserted = await mia.client
        .from('conformance_books')
        .upsert({ shelf_id: closed, title: 'Letters', pages: 10 }, { onConflict: 'shelf_id,title' })
        .select('pages')
      expect(upserted.data).toEqual([{ pages: 10 }])
      const ignored = await mia.client
        .from('conformance_books')
        .upsert(
          { shelf_id: closed, title: 'Letters', pages: 11 },
          { onConflict: 'shelf_id,title', ignoreDuplicates: true },
        )
        .select('pages')
      expect(ignored).toMatchObject({ error: null, data: [] })
      const embedded = await mia.client
        .from('conformance_books')
        .insert({ shelf_id: closed, title: 'Notes' })
        .select('title, shelf:conformance_shelves(name)')
        .single()
      expect(embedded.data).toEqual({ title: 'Notes', shelf: { name: 'closed' } })
      const deleted = await mia.client
        .from('conformance_books')
        .delete({ count: 'exact' })
        .in('title', ['Letters', 'Quiet', 'Notes'])
        .select('title')
      expect(deleted.count).toBe(3)
      expect(deleted.data?.map(({ title }) => title).sort()).toEqual(['Letters', 'Notes', 'Quiet'])
    })

    test('gives all rows of one insert the same columns: what one leaves out is null, unless defaults are asked for', async () => {
      const books = () => service.from('conformance_books')
      const titled = (title: string) => ({ shelf_id: closed, title })
      // A price is never null, and has a default; pages may be null.
      const rows = [{ ...titled('Priced'), price: 3 }, titled('Unpriced')]
      expect(await books().insert(rows)).toMatchObject({ status: 400, error: { code: '23502' } })
      const defaults = await books().insert(rows, { defaultToNull: false })
      expect([defaults.status, defaults.error]).toEqual([201, null])
      const paged = await books()
        .insert([{ ...titled('Paged'), pages: 9 }, titled('Unpaged')])
        .select('title, pages')
      expect(paged.data).toEqual([
        { title: 'Paged', pages: 9 },
        { title: 'Unpaged', pages: null },
      ])
      const { data } = await books()
        .select('title, price')
        .in('title', ['Priced', 'Unpriced', 'Unpaged'])
        .order('title')
      expect(data?.map(({ price }) => price)).toEqual([3, 12.5, 12.5])
      const named = await fetch(`${shelf.address.url}/rest/v1/conformance_books`, {
        method: 'POST',
        headers: { apikey: shelf.address.secretKey, 'content-type': 'application/json' },
        body: JSON.stringify([{ ...titled('One'), pages: 1 }, titled('Two')]),
      })
      expect([named.status, await named.json()]).toMatchObject([400, { code: 'PGRST102' }])
      await books().delete().in('title', ['Priced', 'Unpriced', 'Paged', 'Unpaged'])
    })

    test('says which rule a write breaks', async () => {
      const books = () => service.from('conformance_books')
      expect(await books().insert({ shelf_id: open, title: 'Anansi' })).toMatchObject({
        status: 409,
        error: { code: '23505', details: expect.stringContaining('already exists') },
      })
      expect(await books().insert({ shelf_id: open, title: 'Empty', pages: 0 })).toMatchObject({
        status: 400,
        error: { code: '23514', message: expect.stringContaining('conformance_books_pages_check') },
      })
      expect(
        await books().insert({ shelf_id: '00000000-0000-4000-8000-000000000000', title: 'Lost' }),
      ).toMatchObject({ status: 409, error: { code: '23503' } })
      expect(await books().insert({ shelf_id: open })).toMatchObject({
        status: 400,
        error: { code: '23502' },
      })
      expect(await books().insert({ shelf_id: 'no uuid', title: 'x' })).toMatchObject({
        status: 400,
        error: { code: '22P02' },
      })
      expect(await books().update({ pages: 1 })).toMatchObject({ status: 400, error: { code: '21000' } })
      expect(await books().select('nothing')).toMatchObject({ status: 400, error: { code: '42703' } })
      expect(await service.from('conformance_nowhere').select()).toMatchObject({
        status: 404,
        error: { code: 'PGRST205' },
      })
    })
  })

  describe('row policies', () => {
    test('show each caller their rows', async () => {
      const names = async (client: typeof visitor) =>
        (await client.from('conformance_shelves').select('name').order('name')).data?.map(({ name }) => name)
      expect(await names(visitor)).toEqual(['open'])
      expect(await names(dex.client)).toEqual(['open'])
      expect(await names(mia.client)).toEqual(['closed', 'open'])
      expect(await names(service)).toEqual(['closed', 'open'])
    })

    test('keep each caller from the rows of others', async () => {
      const forged = await dex.client.from('conformance_shelves').insert({ name: 'stolen', owner_id: mia.id })
      expect(forged).toMatchObject({ status: 403, error: { code: '42501' } })
      const unseen = await dex.client
        .from('conformance_shelves')
        .update({ name: 'x' })
        .eq('id', closed)
        .select()
      expect(unseen).toMatchObject({ error: null, data: [] })
      const byVisitor = await visitor.from('conformance_shelves').insert({ name: 'y', owner_id: mia.id })
      expect(byVisitor).toMatchObject({ status: 401, error: { code: '42501' } })
      expect(await visitor.from('conformance_counter').select()).toMatchObject({
        status: 401,
        error: { code: '42501' },
      })
      expect(await dex.client.from('conformance_counter').select()).toMatchObject({
        status: 403,
        error: { code: '42501' },
      })
    })
  })

  describe('functions', () => {
    test.each([
      ['an object', { a: [1, { b: null }] }, 'object'],
      ['a list', [1, 'two'], 'array'],
      ['a text', 'hello', 'string'],
      ['a text that looks like JSON', '{"a": 1}', 'string'],
      ['a number', 4.5, 'number'],
      ['a truth', true, 'boolean'],
    ])('take %s as jsonb', async (_, value, type) => {
      const { data, error } = await visitor.rpc('conformance_echo', {
        p_value: value,
        p_words: ['x', 'y, z'],
      })
      expect(error).toBeNull()
      expect(data).toEqual({ type, value, number: 7, words: ['x', 'y, z'] })
    })

    test('return each form', async () => {
      expect((await visitor.rpc('conformance_books_of', { p_shelf: open })).data).toHaveLength(3)
      expect((await visitor.rpc('conformance_squares', { p_count: 2 })).data).toEqual([
        { number: 1, square: 1 },
        { number: 2, square: 4 },
      ])
      expect((await visitor.rpc('conformance_names')).data).toEqual(['ada', 'bea'])
      expect((await visitor.rpc('conformance_one', { p_shelf: open })).data).toMatchObject({ name: 'open' })
      expect(await visitor.rpc('conformance_nothing')).toMatchObject({ status: 204, data: null, error: null })
      expect(await visitor.rpc('conformance_null')).toMatchObject({ status: 200, data: null, error: null })
      expect((await visitor.rpc('conformance_now')).data).toBe('2026-01-02T03:04:05.678+00:00')
      expect((await visitor.rpc('conformance_echo', { p_value: 1, p_number: null })).data).toMatchObject({
        number: null,
      })
    })

    test('can be filtered, read one row of, and called by GET', async () => {
      const filtered = await visitor
        .rpc('conformance_books_of', { p_shelf: open })
        .select('title, shelf:conformance_shelves(name)')
        .gt('pages', 100)
        .single()
      expect(filtered.data).toEqual({ title: 'Anansi', shelf: { name: 'open' } })
      const got = await visitor.rpc('conformance_squares', { p_count: 1 }, { get: true })
      expect(got.data).toEqual([{ number: 1, square: 1 }])
    })

    test('know the caller and the statement timeout', async () => {
      expect((await visitor.rpc('conformance_who')).data).toMatchObject({
        user: 'anon',
        role: 'anon',
        id: null,
        // Hosted's 3 s, or what this project's migrations make of it.
        timeout: expect.stringMatching(/^[13]s$/),
      })
      expect((await mia.client.rpc('conformance_who')).data).toMatchObject({
        user: 'authenticated',
        role: 'authenticated',
        id: mia.id,
        timeout: '8s',
      })
      expect((await service.rpc('conformance_who')).data).toMatchObject({
        user: 'service_role',
        role: 'service_role',
        id: null,
      })
    })

    test('refuse with a status and a message of their own', async () => {
      const { data, error, status } = await visitor.rpc('conformance_refuse')
      expect([data, status]).toEqual([null, 409])
      expect(error).toMatchObject({
        code: 'refused',
        message: 'sold_out',
        details: '{"left": 3}',
        hint: null,
      })
      const raised = await visitor.rpc('conformance_raise')
      expect(raised).toMatchObject({
        status: 400,
        error: { code: 'P0001', message: 'no more', details: 'the shelf is full', hint: 'make room' },
      })
    })

    test('are open to those named only, and found by their arguments', async () => {
      expect(await mia.client.rpc('conformance_count')).toMatchObject({
        status: 403,
        error: { code: '42501' },
      })
      expect(await visitor.rpc('conformance_count')).toMatchObject({ status: 401, error: { code: '42501' } })
      expect(await visitor.rpc('conformance_nowhere')).toMatchObject({
        status: 404,
        error: { code: 'PGRST202' },
      })
      expect(await visitor.rpc('conformance_squares', { p_wrong: 1 })).toMatchObject({
        status: 404,
        error: { code: 'PGRST202' },
      })
    })

    test('end when their time is over', async () => {
      expect(await visitor.rpc('conformance_sleep', { p_seconds: 6 })).toMatchObject({
        status: 500,
        error: { code: '57014' },
      })
    })
  })

  describe('parallel calls', () => {
    test('a hundred calls of one function all succeed', async () => {
      const calls = await Promise.all(Array.from({ length: 100 }, () => service.rpc('conformance_count')))
      expect(calls.filter(({ error }) => error)).toEqual([])
      expect(new Set(calls.map(({ data }) => data)).size).toBe(100)
    })

    test('callers never get the rights of another', async () => {
      const clients = [visitor, mia.client, dex.client, service]
      const expected = [1, 2, 1, 2]
      const reads = await Promise.all(
        Array.from({ length: 120 }, async (_, i) => {
          const { data } = await (clients[i % 4] ?? visitor).from('conformance_shelves').select('name')
          return [data?.length, expected[i % 4]]
        }),
      )
      for (const [seen, allowed] of reads) expect(seen).toBe(allowed)
    })
  })
})
