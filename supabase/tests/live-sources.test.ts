import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { liveSources } from '#server/live-sources-registry.server.ts'
import { call } from './selling.ts'
import { makeStream } from './streams.ts'
import { openTestUsers } from './test-users.ts'

/** Tests what the server asks of streams' sources. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(() => users.close())

const probedSchema = z.array(z.object({ streamId: z.uuid(), kind: z.string() }))
const targetSchema = z.object({ streamId: z.uuid(), keyVersion: z.int() }).nullable()

test('the registry has the kinds of sources that the database has', async () => {
  const rows = await sql<{ name: string }[]>`select name from private.stream_source_kinds`
  expect(liveSources.map(({ name }) => name).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('sources that do not report are probed while they may send, and not long before', async () => {
  const made = {
    live: await makeStream(sql, { kind: 'demo' }),
    soon: await makeStream(sql, { kind: 'origin', state: 'scheduled', startsIn: 60 }),
    later: await makeStream(sql, { kind: 'origin', state: 'scheduled', startsIn: 200 }),
    over: await makeStream(sql, { kind: 'mux', state: 'ended' }),
    sends: await makeStream(sql, { kind: 'ingest' }),
  }
  const probed = await call(service, 'read_probed_streams', {}, probedSchema)
  const names = Object.entries(made).flatMap(([name, id]) =>
    probed.some(({ streamId }) => streamId === id) ? [name] : [],
  )
  expect(names).toEqual(['live', 'soon'])
})

test('a stream is found by the id that Mux has for it, and keeps the recording that Mux made', async () => {
  const id = `mux-${randomUUID()}`
  const stream = await makeStream(sql, { kind: 'mux', state: 'ended', hasReplay: true })
  await sql`update private.stream_sources set config = ${sql.json({ liveStreamId: id, playbackId: 'live12345' })} where stream_id = ${stream}`
  expect(await call(service, 'find_mux_stream', { p_live_stream: id }, targetSchema)).toEqual({
    streamId: stream,
    keyVersion: 0,
  })
  expect(await call(service, 'find_mux_stream', { p_live_stream: 'other' }, targetSchema)).toBeNull()
  await call(service, 'store_mux_recording', { p_stream: stream, p_playback: 'replay12345' }, z.unknown())
  const [row] = await sql`
    select s.config, t.replay_ready_at is not null as ready from private.stream_sources s join public.streams t on t.id = s.stream_id
    where s.stream_id = ${stream}`
  expect(row).toEqual({
    config: { liveStreamId: id, playbackId: 'live12345', replayPlaybackId: 'replay12345' },
    ready: true,
  })
})
