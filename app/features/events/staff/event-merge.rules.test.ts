import { describe, expect, test } from 'vitest'
import { isSame, mergeForms, removedRow } from './event-merge.rules.ts'

const room = { id: 'a', key: 'p1', name: 'Main room', capacity: '100' }
const price = { id: 'r', name: 'Early', faceCents: '20', quantity: '50', endsAt: '' }
const type = { id: 't', name: 'Entry', pools: ['p1'], paused: false, releases: [price] }
const tickets = { pools: [room], types: [type], taxBps: '0' }

const paths = ({ conflicts }: ReturnType<typeof mergeForms>) => conflicts.map(({ path }) => path)

describe('fields', () => {
  const base = {
    title: 'Soca',
    summary: 'Old',
    genres: ['soca', 'kompa'],
    isOpen: true,
    startsAt: '2026-01-01T22:00',
    endsAt: '2026-01-02T04:00',
  }

  test('of different people are both kept', () => {
    const merged = mergeForms(base, { ...base, title: 'Soca!' }, { ...base, summary: 'New' })
    expect(merged).toEqual({ values: { ...base, title: 'Soca!', summary: 'New' }, conflicts: [] })
  })

  test('that both changed are asked about, and the choice counts', () => {
    const [mine, theirs] = [
      { ...base, title: 'Mine' },
      { ...base, title: 'Theirs', summary: 'New' },
    ]
    const merged = mergeForms(base, mine, theirs)
    expect(merged).toEqual({
      values: { ...base, title: 'Mine', summary: 'New' },
      conflicts: [{ path: 'title', mine: 'Mine', theirs: 'Theirs' }],
    })
    expect(mergeForms(base, mine, theirs, new Map([['title', 'theirs']])).values.title).toBe('Theirs')
    expect(mergeForms(base, mine, { ...theirs, title: 'Mine' }).conflicts).toEqual([])
  })

  test('as the browser sends them are the same as stored ones', () => {
    const sent = { ...base, genres: ['kompa', 'soca'], isOpen: 'on', summary: 'Old ' }
    expect(mergeForms(base, sent, { ...base, summary: 'New', isOpen: false })).toMatchObject({
      values: { summary: 'New', isOpen: false },
      conflicts: [],
    })
    expect(isSame(['soca'], 'soca')).toBe(true)
    expect(isSame(undefined, [])).toBe(true)
    expect(isSame('a\r\nb', 'a\nb')).toBe(true)
    expect(isSame(undefined, false)).toBe(true)
    expect(isSame('0', '')).toBe(false)
  })

  test('that are only right together are asked about together', () => {
    const merged = mergeForms(
      base,
      { ...base, startsAt: '2026-01-01T21:00' },
      { ...base, endsAt: '2026-01-01T23:00' },
    )
    expect(paths(merged)).toEqual(['startsAt', 'endsAt'])
  })
})

describe('rows', () => {
  test('added by both are both kept, and types keep their rooms', () => {
    const mine = {
      ...tickets,
      pools: [room, { key: 'p2', name: 'My balcony', capacity: '5' }],
      types: [{ ...type, pools: ['p1', 'p2'] }],
    }
    const theirs = { ...tickets, pools: [room, { id: 'b', key: 'p2', name: 'Their garden', capacity: '9' }] }
    const { values, conflicts } = mergeForms(tickets, mine, theirs)
    expect(conflicts).toEqual([])
    expect(values.pools).toEqual([
      room,
      { id: 'b', key: 'p2', name: 'Their garden', capacity: '9' },
      { key: 'p3', name: 'My balcony', capacity: '5' },
    ])
    expect(values.types).toEqual([{ ...type, pools: ['p1', 'p3'] }])
  })

  test('are compared field by field, a price as a whole', () => {
    const mine = {
      ...tickets,
      types: [{ ...type, name: 'General', releases: [{ ...price, faceCents: '25' }] }],
    }
    const theirs = {
      ...tickets,
      types: [{ ...type, paused: true, releases: [{ ...price, quantity: '80' }] }],
    }
    const merged = mergeForms(tickets, mine, theirs)
    expect(paths(merged)).toEqual(['types.t.releases.r.faceCents', 'types.t.releases.r.quantity'])
    expect(merged.values.types).toMatchObject([
      { name: 'General', paused: true, releases: [{ faceCents: '25', quantity: '50' }] },
    ])
  })

  test('removed by one are gone, unless the other changed them', () => {
    const gone = { ...tickets, types: [] }
    expect(mergeForms(tickets, gone, { ...tickets, taxBps: '8' })).toMatchObject({
      values: { types: [], taxBps: '8' },
      conflicts: [],
    })
    const changed = { ...tickets, types: [{ ...type, name: 'General' }] }
    expect(mergeForms(tickets, gone, changed).conflicts).toMatchObject([
      { path: 'types.t', mine: removedRow, theirs: { name: 'General' } },
    ])
    const kept = mergeForms(tickets, changed, gone)
    expect(kept.conflicts).toMatchObject([{ path: 'types.t', theirs: removedRow }])
    // Makes again what is no longer stored.
    expect(kept.values.types).toEqual([
      { name: 'General', pools: ['p1'], paused: false, releases: [{ ...price, id: undefined }] },
    ])
    expect(mergeForms(tickets, changed, gone, new Map([['types.t', 'theirs']])).values.types).toEqual([])
  })

  test('without ids are one field', () => {
    const base = { lineUp: [{ name: 'DJ A' }] }
    const merged = mergeForms(
      base,
      { lineUp: [{ name: 'DJ B' }] },
      { lineUp: [{ name: 'DJ A' }, { name: 'DJ C' }] },
    )
    expect(paths(merged)).toEqual(['lineUp'])
    expect(mergeForms(base, base, { lineUp: [] }).values.lineUp).toEqual([])
  })
})
