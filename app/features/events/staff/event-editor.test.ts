import { parseWithZod } from '@conform-to/zod/v4'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { eventFields } from '../events.fixtures.ts'
import {
  formatInstant,
  isInstantName,
  newEventValues,
  newTicketsValues,
  nextPoolKey,
  toEditor,
} from './event-editor.ts'
import {
  detailsFormSchema,
  doorFormSchema,
  lineUpFormSchema,
  newEventSchema,
  ticketsFormSchema,
} from './event-form.schema.ts'
import { eventPayload } from './event-payload.server.ts'
import { extrasFormSchema } from './extras-form.schema.ts'
import { storedEventSchema } from './staff-events.types.ts'

const pool = {
  id: 'b2b0c0de-0000-4000-8000-000000000001',
  key: 'p1',
  name: 'Room',
  capacity: 400,
  held: 2,
  sold: 30,
}
const stored = {
  now: '2026-11-21T17:00:00+00:00',
  currency: 'USD',
  event: {
    ...eventFields,
    slug: 'dutty-friday',
    status: 'published',
    statusNote: null,
    hasPassword: false,
    isTest: true,
    idPolicy: 'Photo ID',
    lineUp: [{ name: 'DJ Kalalou', role: 'Main room', at: '2026-12-05T04:30:00+00:00' }, { name: 'TBA' }],
    version: '2026-11-01T12:00:00.123456+00:00',
  },
  pools: [pool],
  types: [
    {
      id: 'b2b0c0de-0000-4000-8000-000000000002',
      name: 'Entry',
      description: '',
      visibility: 'public',
      minPerOrder: 1,
      maxPerOrder: 8,
      saleStartsAt: '2026-11-27T15:00:00+00:00',
      membersSaleStartsAt: null,
      saleEndsAt: null,
      paused: true,
      includesStream: false,
      pools: ['p1'],
      releases: [
        {
          id: 'b2b0c0de-0000-4000-8000-000000000003',
          name: 'Early',
          faceCents: 2050,
          quantity: 50,
          endsAt: null,
          held: 2,
          sold: 30,
        },
        {
          id: 'b2b0c0de-0000-4000-8000-000000000004',
          name: 'Final',
          faceCents: 3000,
          quantity: null,
          endsAt: null,
          held: 0,
          sold: 0,
        },
      ],
    },
  ],
  packages: [
    {
      id: 'b2b0c0de-0000-4000-8000-000000000005',
      name: 'Squad of 4',
      description: 'One round on us',
      visibility: 'members',
      paused: false,
      priceCents: 9050,
      maxPerOrder: 2,
      saleStartsAt: '2026-11-27T15:00:00+00:00',
      saleEndsAt: null,
      components: [{ typeId: 'b2b0c0de-0000-4000-8000-000000000002', units: 4 }],
      held: 0,
      sold: 1,
    },
  ],
  addOns: [
    {
      id: 'b2b0c0de-0000-4000-8000-000000000006',
      name: 'Coat check',
      description: '',
      visibility: 'public',
      paused: true,
      priceCents: 500,
      capacity: 200,
      maxPerTicket: 1,
      held: 0,
      sold: 12,
    },
  ],
  tables: [
    {
      id: 'b2b0c0de-0000-4000-8000-000000000007',
      name: 'Table 4',
      description: 'Two bottles',
      visibility: 'public',
      paused: false,
      typeId: 'b2b0c0de-0000-4000-8000-000000000002',
      section: 'Balcony',
      minGuests: 4,
      maxGuests: 8,
      minimumSpendCents: 80000,
      depositCents: null,
      depositBps: 2550,
      gratuityBps: 2000,
      lastArrivalAt: '2026-12-05T04:30:00+00:00',
      held: 0,
      sold: 0,
    },
  ],
  figures: { sold: 30, held: 2, capacity: 400, netCents: 61500, inNow: 0 },
  checklist: [],
  series: [],
  drafts: [],
}

/** Builds what a browser posts of a form's values: every text, a box only when it is ticked. */
function posted(values: object): FormData {
  const form = new FormData()
  const add = (name: string, value: unknown) => {
    if (Array.isArray(value)) {
      for (const [at, each] of value.entries()) add(typeof each === 'string' ? name : `${name}[${at}]`, each)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) add(name ? `${name}.${key}` : key, each)
    } else if (typeof value === 'boolean') {
      if (value) form.append(name, 'on')
    } else form.append(name, String(value ?? ''))
  }
  add('', values)
  return form
}

describe('the form of a stored event', () => {
  test('sent back unchanged is the event that was stored', () => {
    const editor = toEditor(storedEventSchema.unwrap().parse(stored))
    const sent = [
      detailsFormSchema,
      lineUpFormSchema,
      ticketsFormSchema,
      extrasFormSchema,
      doorFormSchema,
    ].map((schema) => {
      const read = parseWithZod(posted(editor.values), { schema: schema as z.ZodType<object> })
      if (read.status !== 'success') throw new Error(JSON.stringify(read.error))
      const payload = eventPayload(read.value, editor.id, editor.values.timeZone)
      if (!payload.ok) throw new Error(JSON.stringify(payload.messages))
      return payload.value
    })
    const names = sent
      .flatMap((fields) => Object.keys(fields))
      .filter((name) => !['id', 'version'].includes(name))
    expect(new Set(names).size).toBe(names.length)

    // The picture and the test mode have forms of their own.
    const {
      status: _status,
      statusNote: _note,
      hasPassword: _hasPassword,
      slug: _slug,
      imagePath: _path,
      imageAlt: _alt,
      isTest: _isTest,
      ...event
    } = stored.event
    const instants = Object.entries(event).filter(([name]) => isInstantName(name))
    expect(Object.assign({}, ...sent)).toMatchObject({
      ...event,
      ...Object.fromEntries(instants.map(([name, at]) => [name, new Date(String(at)).toISOString()])),
      lineUp: [
        { name: 'DJ Kalalou', role: 'Main room', at: '2026-12-05T04:30:00.000Z' },
        { name: 'TBA', role: '', at: null },
      ],
      pools: [{ id: pool.id, key: 'p1', name: 'Room', capacity: 400 }],
      types: [
        {
          id: stored.types[0]?.id,
          name: 'Entry',
          maxPerOrder: 8,
          saleStartsAt: '2026-11-27T15:00:00.000Z',
          saleEndsAt: null,
          paused: true,
          pools: ['p1'],
          releases: [
            { name: 'Early', faceCents: 2050, quantity: 50, endsAt: null },
            { name: 'Final', faceCents: 3000, quantity: null, endsAt: null },
          ],
        },
      ],
      packages: [
        {
          id: stored.packages[0]?.id,
          visibility: 'members',
          priceCents: 9050,
          saleStartsAt: '2026-11-27T15:00:00.000Z',
          saleEndsAt: null,
          components: [{ typeId: stored.types[0]?.id, units: 4 }],
        },
      ],
      addOns: [{ id: stored.addOns[0]?.id, paused: true, priceCents: 500, capacity: 200, maxPerTicket: 1 }],
      tables: [
        {
          id: stored.tables[0]?.id,
          section: 'Balcony',
          minimumSpendCents: 80000,
          depositCents: null,
          depositBps: 2550,
          lastArrivalAt: '2026-12-05T04:30:00.000Z',
        },
      ],
    })
  })

  test('counts what is sold and held of each row', () => {
    const { taken } = toEditor(storedEventSchema.unwrap().parse(stored))
    expect(taken[pool.id]).toEqual({ sold: 30, held: 2 })
  })
})

describe('the form of a new event', () => {
  test('names what is missing, field by field', () => {
    const read = parseWithZod(posted(newEventValues('America/New_York')), { schema: newEventSchema })
    expect(read.reply().error).toMatchObject({
      title: ['Title is required'],
      startsAt: ['Start time is required'],
      city: ['City is required'],
    })
    expect(parseWithZod(posted(newTicketsValues()), { schema: ticketsFormSchema }).reply().error).toEqual({
      'pools[0].capacity': [expect.stringContaining('Capacity must be')],
      'types[0].releases[0].faceCents': ['Enter an amount, or 0 for free'],
    })
  })
})

describe('details', () => {
  test('a new pool never gets the key of another', () => {
    expect(nextPoolKey([])).toBe('p1')
    expect(nextPoolKey(['p1', 'p7', undefined, ''])).toBe('p8')
  })

  test('an hour that comes twice says so', () => {
    expect(formatInstant('2026-12-05T03:00:00Z', 'America/New_York')).toBe('Fri, Dec 4, 2026, 10 PM EST')
    expect(formatInstant('2026-11-01T05:30:00Z', 'America/New_York')).toBe(
      'Sun, Nov 1, 2026, 1:30 AM EDT. The clocks show this time twice that night; saving means the first.',
    )
  })
})
