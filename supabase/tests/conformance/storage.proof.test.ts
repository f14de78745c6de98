/** Tests what the site does with supabase.storage, under row policies. */
import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { server, signedIn, visitor } from './people.ts'
import { target } from './target.ts'

const open = 'conformance-public'
const closed = 'conformance-private'

/** Everybody has a folder of their own, named by id; guests and strangers have none. */
const verbs = ['select', 'insert', 'update', 'delete'] as const
const setUp = [
  `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
    ('${open}', '${open}', true, 1000, array['image/png', 'text/*']), ('${closed}', '${closed}', false, null, null)
    on conflict (id) do nothing`,
  ...verbs.flatMap((verb) => {
    const own = `bucket_id like 'conformance-%' and (storage.foldername(name))[1] = (select auth.uid())::text`
    const using = verb === 'insert' ? '' : `using (${own})`
    const check = verb === 'insert' || verb === 'update' ? `with check (${own})` : ''
    return [
      `drop policy if exists conformance_${verb} on storage.objects`,
      `create policy conformance_${verb} on storage.objects for ${verb} to authenticated ${using} ${check}`,
    ]
  }),
]
const tearDown = verbs.map((verb) => `drop policy conformance_${verb} on storage.objects`)

/**
 * Runs statements that lock the storage's tables, each in a transaction of its own: in one they would keep the lock of the first while
 * they wait for what the storage service locks in another order. One that is chosen as the victim of a deadlock is run again.
 */
async function runEach(sql: Sql, statements: readonly string[]): Promise<void> {
  for (const statement of statements)
    for (let tries = 1; ; tries++) {
      const failed = await sql.unsafe(statement).then(
        () => null,
        (error: unknown) => error,
      )
      if (!failed) break
      if (!(failed instanceof postgres.PostgresError) || failed.code !== '40P01' || tries === 5) throw failed
    }
}

describe.skipIf(target.dbUrl === null)('storage', () => {
  const sql = postgres(target.dbUrl ?? '', { max: 1, onnotice() {} })
  let mia: SupabaseClient
  let sid: SupabaseClient
  let folder: string

  beforeAll(async () => {
    await runEach(sql, setUp)
    const [first, second] = [await signedIn(), await signedIn()]
    mia = first.client
    sid = second.client
    folder = first.user.id
  })
  afterAll(async () => {
    for (const bucket of [open, closed]) {
      const files = server().storage.from(bucket)
      const { data } = await files.list(folder, { limit: 1000 })
      await files.remove((data ?? []).map(({ name }) => `${folder}/${name}`))
      expect((await server().storage.deleteBucket(bucket)).error).toBeNull()
    }
    await runEach(sql, tearDown)
    await sql.end()
  })

  const name = (ending = 'txt') => `${folder}/${randomUUID()}.${ending}`
  const textOf = async (blob: Blob | null) => (await blob?.text()) ?? null
  const text = { contentType: 'text/plain', cacheControl: '60' }

  test('upload to a public bucket; anybody downloads it at its public address', async () => {
    const path = name('png')
    const bytes = Buffer.from([137, 80, 78, 71, 0, 255, 10])
    const { data, error } = await mia.storage
      .from(open)
      .upload(path, bytes, { contentType: 'image/png', cacheControl: '3600' })
    expect(error).toBeNull()
    expect(data).toMatchObject({ path, fullPath: `${open}/${path}`, id: expect.any(String) })
    const { publicUrl } = visitor().storage.from(open).getPublicUrl(path).data
    const response = await fetch(publicUrl)
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('cache-control'),
    ]).toEqual([200, 'image/png', 'max-age=3600'])
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
    const etag = response.headers.get('etag') ?? ''
    expect((await fetch(publicUrl, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const part = await fetch(publicUrl, { headers: { range: 'bytes=1-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'PNG'])
    const named = visitor().storage.from(open).getPublicUrl(path, { download: 'flyer.png' })
    expect((await fetch(named.data.publicUrl)).headers.get('content-disposition')).toContain('flyer.png')
  })

  test('upload as ArrayBuffer, File and stream keeps the bytes', async () => {
    const bodies = [
      new TextEncoder().encode('night').buffer,
      new File(['night'], 'a.txt', { type: 'text/plain' }),
      new Blob(['night'], { type: 'text/plain' }).stream(),
      'night',
    ]
    for (const body of bodies) {
      const path = name()
      expect((await mia.storage.from(open).upload(path, body, text)).error).toBeNull()
      const { data } = await mia.storage.from(open).download(path)
      expect([await textOf(data), data?.type]).toEqual(['night', 'text/plain'])
    }
  })

  test('a private object is for its owner; a signed address opens it for a while', async () => {
    const path = name()
    await mia.storage.from(closed).upload(path, 'secret', text)
    expect(await textOf((await mia.storage.from(closed).download(path)).data)).toBe('secret')
    expect(await textOf((await server().storage.from(closed).download(path)).data)).toBe('secret')
    for (const other of [sid, visitor()]) {
      const { data, error } = await other.storage.from(closed).download(path)
      expect(data).toBeNull()
      expect(error).not.toBeNull()
      expect((await other.storage.from(closed).createSignedUrl(path, 60)).error).toMatchObject({
        statusCode: '404',
      })
    }
    const publicUrl = mia.storage.from(closed).getPublicUrl(path).data.publicUrl
    expect((await fetch(publicUrl)).status).toBe(400)
    const { data: link } = await mia.storage.from(closed).createSignedUrl(path, 60)
    expect(await (await fetch(link?.signedUrl ?? '')).text()).toBe('secret')
    const spoiled = `${link?.signedUrl.slice(0, -3)}AAA`
    expect((await fetch(spoiled)).status).toBe(400)
    const elsewhere = (link?.signedUrl ?? '').replace(path, name())
    expect((await fetch(elsewhere)).status).toBe(400)
    const { data: links } = await mia.storage.from(closed).createSignedUrls([path, name()], 60)
    expect(links?.map(({ error }) => error === null)).toEqual([true, false])
    expect(await (await fetch(links?.[0]?.signedUrl ?? '')).text()).toBe('secret')
  })

  test('policies refuse foreign folders, to members and to visitors', async () => {
    const path = name()
    for (const other of [sid, visitor()]) {
      for (const options of [text, { ...text, upsert: true }]) {
        const { error } = await other.storage.from(open).upload(path, 'x', options)
        expect(error).toMatchObject({
          statusCode: '403',
          message: 'new row violates row-level security policy',
        })
      }
    }
    await mia.storage.from(open).upload(path, 'mine', text)
    expect(
      (await sid.storage.from(open).upload(path, 'hers?', { ...text, upsert: true })).error,
    ).not.toBeNull()
    expect((await sid.storage.from(open).remove([path])).data).toEqual([])
    expect(await textOf((await mia.storage.from(open).download(path)).data)).toBe('mine')
  })

  test('a second upload is a duplicate, unless it may replace', async () => {
    const path = name()
    const files = mia.storage.from(open)
    await files.upload(path, 'one', text)
    expect((await files.upload(path, 'two', text)).error).toMatchObject({ statusCode: '409' })
    expect(await textOf((await files.download(path)).data)).toBe('one')
    expect((await files.upload(path, 'two', { ...text, upsert: true })).error).toBeNull()
    expect(await textOf((await files.download(path)).data)).toBe('two')
    expect((await files.update(path, 'three', text)).error).toBeNull()
    expect(await textOf((await files.download(path)).data)).toBe('three')
  })

  test('size and type limits of the bucket hold, and the connection goes on', async () => {
    const files = mia.storage.from(open)
    const large = await files.upload(name(), 'x'.repeat(1001), text)
    expect(large.error).toMatchObject({ statusCode: '413' })
    const type = await files.upload(name('svg'), '<svg/>', { contentType: 'image/svg+xml' })
    expect(type.error).toMatchObject({ statusCode: '415' })
    expect((await files.upload(name(), 'x'.repeat(1000), text)).error).toBeNull()
  })

  test('names with path traversal are refused', async () => {
    const names = ['%2e%2e%2foutside', 'a%2f%2e%2e%2f%2e%2e%2fx', 'a%00b', 'line%0abreak', 'a%5cb']
    for (const encoded of names) {
      const response = await fetch(`${target.url}/storage/v1/object/${open}/${encoded}`, {
        method: 'POST',
        headers: { apikey: target.secretKey, 'content-type': 'text/plain' },
        body: 'x',
      })
      expect([encoded, response.status]).toEqual([encoded, 400])
    }
    expect((await server().storage.from('no-such-bucket').upload('a.txt', 'x', text)).error).toMatchObject({
      statusCode: '404',
    })
  })

  test('names with empty parts are accepted and stay in the folder', async () => {
    for (const path of [`/${folder}/a.txt`, `${folder}//b.txt`, `${folder}/tr/`]) {
      const response = await fetch(`${target.url}/storage/v1/object/${open}/${encodeURIComponent(path)}`, {
        method: 'POST',
        headers: { apikey: target.secretKey, 'content-type': 'text/plain' },
        body: 'x',
      })
      expect([path, response.status]).toEqual([path, 200])
    }
    const { data } = await server()
      .storage.from(open)
      .remove([`/${folder}/a.txt`, `${folder}//b.txt`, `${folder}/tr/`])
    expect(data).toHaveLength(3)
  })

  test('a bucket with objects cannot be deleted, and visitors delete none', async () => {
    const path = name()
    await mia.storage.from(open).upload(path, 'x', text)
    expect((await server().storage.deleteBucket(open)).error).not.toBeNull()
    expect((await mia.storage.deleteBucket(open)).error).not.toBeNull()
    expect((await visitor().storage.deleteBucket(open)).error).not.toBeNull()
    expect((await mia.storage.from(open).remove([path])).data).toHaveLength(1)
  })

  test('rows go through the service alone, and postgres makes nothing here but policies', async () => {
    for (const statement of [
      `delete from storage.objects where bucket_id = '${open}'`,
      `delete from storage.buckets where id = '${open}'`,
      'create table storage.conformance_things (id int)',
      "create function storage.conformance_thing() returns int language sql as 'select 1'",
      'alter table storage.objects add column conformance_thing int',
      'drop table storage.objects cascade',
      'set role supabase_storage_admin',
      'set role authenticator',
    ]) {
      await expect(sql.unsafe(statement), statement).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('list shows folders and files by name, page by page', async () => {
    const files = mia.storage.from(closed)
    const room = `${folder}/${randomUUID()}`
    for (const file of ['b.txt', 'a.txt', 'c_1.txt', 'sub/deep.txt', 'sub/two.txt']) {
      await files.upload(`${room}/${file}`, 'x', text)
    }
    const { data } = await files.list(room)
    expect(data?.map((entry) => [entry.name, entry.id === null])).toEqual([
      ['a.txt', false],
      ['b.txt', false],
      ['c_1.txt', false],
      ['sub', true],
    ])
    expect(data?.[0]?.metadata).toMatchObject({ size: 1, mimetype: 'text/plain' })
    const page = await files.list(room, { limit: 2, offset: 2, sortBy: { column: 'name', order: 'desc' } })
    expect(page.data?.map((entry) => entry.name)).toEqual(['b.txt', 'a.txt'])
    expect((await files.list(`${room}/sub`)).data?.map((entry) => entry.name)).toEqual([
      'deep.txt',
      'two.txt',
    ])
    expect((await files.list(room, { search: 'c_' })).data?.map((entry) => entry.name)).toEqual(['c_1.txt'])
    expect((await sid.storage.from(closed).list(room)).data).toEqual([])
    const paths = ['a.txt', 'b.txt', 'c_1.txt', 'sub/deep.txt', 'sub/two.txt'].map(
      (file) => `${room}/${file}`,
    )
    expect((await files.remove(paths)).data).toHaveLength(5)
  })

  test('remove takes an object away; info and exists say so', async () => {
    const path = name()
    const files = mia.storage.from(open)
    await files.upload(path, 'x', text)
    expect((await files.info(path)).data).toMatchObject({ size: 1, contentType: 'text/plain' })
    expect((await files.exists(path)).data).toBe(true)
    expect((await files.remove([path])).data).toMatchObject([{ name: path, bucket_id: open }])
    expect((await files.exists(path)).data).toBe(false)
    expect((await fetch(files.getPublicUrl(path).data.publicUrl)).status).toBe(400)
  })
})
