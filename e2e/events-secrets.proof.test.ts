import { randomInt, randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { wallTimeOf } from '#core/event-time.ts'
import { storedEventSchema } from '#features/events/staff/staff-events.types.ts'
import { functions, tables } from '../supabase/tests/access.ts'
import { makeCode } from '../supabase/tests/codes.ts'
import { createEvent, hideVenue, type TestEvent, unlock } from '../supabase/tests/event-fixture.ts'
import { extraLine, makeAddOn, makePackage, makeTable } from '../supabase/tests/extras.ts'
import {
  beginPayment,
  buy,
  type ChosenLine,
  holdItems,
  linesOf,
  placeOrder,
  report,
} from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { type Kind, meet, type Person } from './people.ts'
import { openScreens, type Screens } from './screens.ts'
import { listRoutes } from './site-routes.ts'
import { removedCode, typedCode } from './typed-code.ts'

/**
 * Searches everything that people without a right can get at for words that only others may know: a venue that is hidden, everything of
 * an event behind a password, an unlisted event, the place of a members event, ticket types and extras that only a code, an account or
 * staff may see, and the codes themselves.
 * The same search finds them for those who may, so it can fail.
 */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let screens: Screens
afterAll(async () => {
  await screens.close()
  await users.close()
})

/** A word that is nowhere else: letters alone, so that it survives search, slugs and escaping as it is. */
const newWord = (begin: string) =>
  begin + Array.from({ length: 12 }, () => String.fromCharCode(97 + randomInt(26))).join('')

/** Stands beside secret words, in the same fields: who searches for it would be shown them. */
const bait = newWord('bait')

/** Degrees that are nowhere else: they stay as they are wherever they are written. */
const newPoint = () => `${randomInt(10, 80)}.${randomInt(1000, 10_000)}${randomInt(1, 10)}`

const secrets = {
  /** Known to holders of valid tickets alone. */
  venue: newWord('venue'),
  street: newWord('street'),
  point: newPoint(),
  /** Known to staff alone until their hour. */
  laterVenue: newWord('latervenue'),
  laterStreet: newWord('laterstreet'),
  laterPoint: newPoint(),
  /** Everything of the event behind a password. */
  lockedTitle: newWord('lockedtitle'),
  lockedSummary: newWord('lockedsummary'),
  lockedText: newWord('lockedtext'),
  lockedVenue: newWord('lockedvenue'),
  lockedPoint: newPoint(),
  lockedCity: newWord('lockedcity'),
  lockedArea: newWord('lockedarea'),
  lockedAct: newWord('lockedact'),
  lockedType: newWord('lockedtype'),
  /** Shown to members alone, of a members event. */
  clubVenue: newWord('clubvenue'),
  clubStreet: newWord('clubstreet'),
  clubPoint: newPoint(),
  clubText: newWord('clubtext'),
  /** Ticket types, packages, add-ons and tables that are not for all. */
  memberType: newWord('membertype'),
  memberPackage: newWord('memberpackage'),
  memberAddOn: newWord('memberaddon'),
  memberTable: newWord('membertable'),
  staffPackage: newWord('staffpackage'),
  codeType: newWord('codetype'),
  /** The code that opens that type and keeps places back, and what staff note about it. */
  codeName: newWord('code'),
  codeLabel: newWord('codelabel'),
  /** Stands on the page of the unlisted event, and on no other. */
  unlistedTitle: newWord('unlisted'),
}
type Secret = keyof typeof secrets

const found = (text: string): Secret[] => {
  const lower = text.toLowerCase()
  return (Object.keys(secrets) as Secret[]).filter((name) => lower.includes(secrets[name]))
}

/** Secrets that a member may know, but visitors and guests may not. */
const forMembers: Secret[] = [
  'clubVenue',
  'clubStreet',
  'clubPoint',
  'clubText',
  'memberType',
  'memberPackage',
  'memberAddOn',
  'memberTable',
]

let hidden: TestEvent
let later: TestEvent
let locked: TestEvent
let unlisted: TestEvent
let club: TestEvent
let open: TestEvent
let holder: Person
/** Typed the code in, and bought what it opens. */
let friend: Person
/** Things of the open event that can be put into a cart, besides its ticket types. */
let extras: ChosenLine[]
const all = () => [hidden, later, locked, unlisted, club, open]
const slugOf = (testEvent: TestEvent) => `night-${testEvent.eventId.slice(0, 8)}`

beforeAll(async () => {
  screens = await openScreens(site, inject('stack'))
  hidden = await createEvent(sql, { doorsIn: 30 })
  later = await createEvent(sql, { doorsIn: 30 })
  locked = await createEvent(sql, {
    doorsIn: 30,
    visibility: 'password',
    types: [{ name: `${secrets.lockedType} ${bait}` }],
  })
  unlisted = await createEvent(sql, { doorsIn: 30, visibility: 'unlisted' })
  club = await createEvent(sql, { doorsIn: 30, visibility: 'members' })
  open = await createEvent(sql, {
    doorsIn: 30,
    types: [
      { name: 'Entry' },
      { name: `${secrets.memberType} ${bait}`, visibility: 'members' },
      { name: `${secrets.codeType} ${bait}`, visibility: 'code' },
    ],
  })
  const word = (name: Secret) => `${secrets[name]} ${bait}`
  const points = { point: hidden, laterPoint: later, lockedPoint: locked, clubPoint: club }
  for (const name of ['point', 'laterPoint', 'lockedPoint', 'clubPoint'] as const)
    await sql`update public.events set latitude = ${secrets[name]}, longitude = -70 where id = ${points[name].eventId}`
  // Public first, and read, so that whatever keeps words keeps these; then hidden as staff do it.
  const before = { venue_name: word('venue'), address: word('street'), title: `Hidden ${bait}` }
  await sql`update public.events set ${sql(before)} where id = ${hidden.eventId}`
  await new ApiVisitor(site).get(`/events/${hidden.eventId}/${slugOf(hidden)}`)
  await hideInEditor(hidden.eventId)
  await hideVenue(sql, later.eventId, {
    hours: 6,
    venueName: word('laterVenue'),
    address: word('laterStreet'),
  })
  await sql`update public.events set ${sql({
    title: word('lockedTitle'),
    slug: `${secrets.lockedTitle}-${bait}`,
    summary: word('lockedSummary'),
    description: word('lockedText'),
    venue_name: word('lockedVenue'),
    city: word('lockedCity'),
    neighborhood: word('lockedArea'),
    line_up: sql.json([{ name: word('lockedAct'), role: null, at: null }]) as never,
  })} where id = ${locked.eventId}`
  await sql`update public.events set ${sql({ title: word('unlistedTitle'), description: bait })} where id = ${unlisted.eventId}`
  await sql`update public.events set ${sql({
    title: `Club ${bait}`,
    venue_name: word('clubVenue'),
    address: word('clubStreet'),
    description: word('clubText'),
  })} where id = ${club.eventId}`
  await sql`update public.events set title = ${`Open ${bait}`} where id = ${open.eventId}`

  const priced = { pool: 'Room', places: 5, hours: 20 }
  const { id } = await makeCode(sql, open, {
    types: [`${secrets.codeType} ${bait}`],
    percent: 25,
    block: priced,
  })
  const named = { code: secrets.codeName.toUpperCase(), label: word('codeLabel') }
  await sql`update public.promo_codes set ${sql(named)} where id = ${id}`
  const members = await makePackage(
    sql,
    open,
    { Entry: 2 },
    { name: word('memberPackage'), visibility: 'members' },
  )
  const staff = await makePackage(
    sql,
    open,
    { Entry: 3 },
    { name: word('staffPackage'), visibility: 'staff' },
  )
  const { addOnId } = await makeAddOn(sql, open, { name: word('memberAddOn') })
  const table = await makeTable(sql, open, { name: word('memberTable') })
  await sql`update public.add_ons set visibility = 'members' where id = ${addOnId}`
  await sql`update public.bookable_tables set visibility = 'members' where id = ${table}`
  extras = [
    extraLine('package', members),
    extraLine('package', staff),
    extraLine('add_on', addOnId),
    extraLine('table', table),
  ]

  friend = await meet(site, service, 'Gus')
  await friend.visitor.postForm(...typedCode(open.eventId, secrets.codeName))
  const { holdId } = await holdItems(
    service,
    friend.id,
    open.eventId,
    linesOf(open, { [word('codeType')]: 1 }),
    randomUUID(),
    id,
  )
  const order = await placeOrder(service, friend.id, holdId)
  await report(service, await beginPayment(service, friend.id, order.orderId), 'succeeded')

  holder = await meet(site, service, 'Mia')
  await buy(service, holder.id, hidden, { Entry: 1 })
  await buy(service, holder.id, later, { Entry: 1 })
})

/** Hides the venue of an event with the editor's form. */
async function hideInEditor(id: string): Promise<void> {
  const { data } = await (await users.actingAs('Ada')).rpc('read_event_editor', { p_id: id })
  const { event } = storedEventSchema.unwrap().parse(data)
  const wall = (at: string) => wallTimeOf(at, event.timeZone)
  const saved = await screens.people.Ada.visitor.copy().postForm(`/admin/events/${id}`, {
    intent: 'save',
    version: event.version,
    title: event.title,
    summary: event.summary,
    description: event.description,
    visibility: event.visibility,
    timeZone: event.timeZone,
    doorsAt: wall(event.doorsAt),
    startsAt: wall(event.startsAt),
    endsAt: wall(event.endsAt),
    venueName: event.venueName,
    address: event.address,
    latitude: String(event.latitude),
    longitude: String(event.longitude),
    locationVisibility: 'holders',
    city: event.city,
    region: event.region,
    country: event.country,
  })
  expect(saved.status, saved.text.slice(0, 500)).toBe(302)
}

/** The data of a page, as its own scripts request it. */
const dataOf = (path: string) => {
  const [at = '', query] = path.split('?')
  return `${at === '/' ? '/_root' : at.replace(/\/$/, '')}.data${query ? `?${query}` : ''}`
}

/** Every address that somebody might read: all routes of the build for each event, the screens, lists and searches. */
async function addresses(): Promise<string[]> {
  const paths = new Set<string>()
  for (const testEvent of all()) {
    const { eventId: id } = testEvent
    const params = {
      id,
      slug: slugOf(testEvent),
      file: '0123456789abcdef.jpg',
      name: 'x',
      list: 'events',
      kind: 'order_paid',
    }
    for (const { path } of await listRoutes(params)) paths.add(path)
    paths.add(`/events/${id}`)
    paths.add(`/events/${id}/calendar.ics`)
  }
  for (const { address } of [...screens.screens, ...screens.furtherViews]) paths.add(address)
  const year = new Date().getUTCFullYear()
  for (const query of [`q=${bait}`, `q=${bait.slice(0, 9)}`, `q=${bait}x`]) {
    paths.add(`/search?${query}`)
    paths.add(`/api/search?${query}`)
    paths.add(`/api/staff/search?${query}`)
  }
  for (const later of [0, 1]) paths.add(`/sitemap-events.xml?year=${year + later}`)
  paths.add('/events?city=Brooklyn')
  paths.add('/events?when=weekend')
  paths.add('/events?tab=past')
  return [...paths]
}

/**
 * Reads an address as a person, following where it leads on this site.
 * @param followed what was read that addresses led to: hundreds lead to signing in, and differ only in where it leads afterwards
 */
async function read(visitor: ApiVisitor, address: string, followed = new Set<string>()): Promise<string> {
  let response = await visitor.get(address)
  let text = response.text
  for (let step = 0; step < 4; step++) {
    const location = response.headers.get('location')
    if (!location || !/^(\/|http)/.test(location)) break
    text += `\n${location}`
    const to = new URL(location, site)
    if (to.origin !== new URL(site).origin) break
    const page = new URL(to)
    page.searchParams.delete('redirect')
    if (followed.has(page.href)) break
    followed.add(page.href)
    response = await visitor.get(to.pathname + to.search)
    text += response.text
  }
  return text + JSON.stringify([...response.headers])
}

/**
 * Reads every address as a person.
 * @returns the secrets that were found, by address, and what leads to an unlisted or a private event: addresses whose response
 * names its id without being asked for it
 */
async function crawl(visitor: ApiVisitor): Promise<{ results: Record<string, Secret[]>; leads: string[] }> {
  const results: Record<string, Secret[]> = {}
  const leads: string[] = []
  const ids = [unlisted.eventId, locked.eventId]
  const followed = new Set<string>()
  const waiting = (await addresses()).flatMap((address) =>
    /\.\w+$|^\/api\//.test(address) ? [address] : [address, dataOf(address)],
  )
  const work = async () => {
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      // The page of the unlisted event is for everybody who has its address.
      const own = at.includes(unlisted.eventId)
      const text = await read(visitor, at, followed)
      const names = found(text).filter((name) => !(own && name === 'unlistedTitle'))
      if (names.length > 0) results[at] = names
      if (!ids.some((id) => at.includes(id)) && ids.some((id) => text.includes(id))) leads.push(at)
    }
  }
  await Promise.all(Array.from({ length: 4 }, work))
  return { results, leads }
}

describe('on the site', () => {
  test.each<[Kind, Secret[]]>([
    ['visitor', []],
    ['Gus', []],
    ['Mia', forMembers],
  ])('%s finds no word that is not for them, and no list, search or sitemap that leads to an unlisted or a private event', async (kind, allowed) => {
    const { visitor } = screens.people[kind]
    const { results, leads } = await crawl(visitor.copy())
    const leaks = Object.entries(results).flatMap(([address, names]) =>
      names.filter((name) => !allowed.includes(name)).map((name) => `${address}: ${name}`),
    )
    expect(leaks).toEqual([])
    expect(leads).toEqual([])
    // The search reaches what this person may know.
    expect([...new Set(Object.values(results).flat())].sort()).toEqual([...allowed].sort())
  })

  test('those who may know find each of them', async () => {
    const mia = screens.people.Mia.visitor.copy()
    const { visitor } = holder
    const page = `/events/${hidden.eventId}`
    for (const path of [page, '/my-tickets', `${page}/calendar.ics`])
      expect(found(await read(visitor, path)), path).toEqual(expect.arrayContaining(['venue', 'street']))
    // the hour of the other venue has not come, also for holders
    expect(found(await read(visitor, '/my-tickets'))).not.toContain('laterVenue')
    expect(found(await read(mia, `/events/${club.eventId}`))).toEqual(
      expect.arrayContaining(['clubVenue', 'clubStreet', 'clubText']),
    )

    const guest = await meet(site, service, 'Gus')
    await unlock(sql, locked.eventId, guest.id)
    expect(found(await read(guest.visitor, `/events/${locked.eventId}`)).sort()).toEqual(
      (Object.keys(secrets) as Secret[]).filter((name) => name.startsWith('locked')).sort(),
    )
    const ada = screens.people.Ada.visitor.copy()
    const editors = await Promise.all(
      all().map(({ eventId }) => read(ada, `/admin/events/${eventId}`).then(found)),
    )
    expect(editors.flat()).toEqual(
      expect.arrayContaining([
        'venue',
        'street',
        'point',
        'laterVenue',
        'laterStreet',
        'laterPoint',
        'lockedTitle',
      ]),
    )
    expect(found(await read(ada, `/admin/events/${open.eventId}/tickets`))).toEqual(
      expect.arrayContaining(['memberType', 'codeType']),
    )
    expect(found(await read(ada, `/admin/events/${open.eventId}/extras`))).toEqual(
      expect.arrayContaining(['memberPackage', 'memberAddOn', 'memberTable', 'staffPackage']),
    )
    expect(found(await read(ada, `/admin/events/${open.eventId}/codes`))).toEqual(
      expect.arrayContaining(['codeName', 'codeLabel', 'codeType']),
    )
    // public text is still found, so the searches above searched something
    expect(await read(new ApiVisitor(site), `/api/search?q=${bait}`)).toContain(open.eventId)
    expect(await read(new ApiVisitor(site), `/events/${unlisted.eventId}`)).toContain(secrets.unlistedTitle)
  })

  test('who typed a code in finds what it opens, in that session alone and until it is forgotten', async () => {
    const own = friend.visitor.copy()
    const page = `/events/${open.eventId}/${slugOf(open)}`
    for (const path of [page, dataOf(page)])
      expect(found(await read(own, path)).sort(), path).toEqual(['codeName', 'codeType'])
    expect(found(await read(own, '/my-tickets'))).toContain('codeType')
    await own.postForm(...removedCode(open.eventId))
    for (const path of [page, dataOf(page)]) expect(found(await read(own, path)), path).toEqual([])
    // a code without the right, and the right code in another event, open nothing
    for (const [event, code] of [
      [open, secrets.codeName.slice(1)],
      [hidden, secrets.codeName],
    ] as const) {
      const guesser = new ApiVisitor(site)
      await guesser.postForm(...typedCode(event.eventId, code))
      expect(found(await read(guesser, page))).toEqual([])
    }
  })

  test('search engines are asked to leave out the pages of an unlisted and a private event', async () => {
    const page = await read(new ApiVisitor(site), `/events/${unlisted.eventId}`)
    expect(page).toMatch(/<meta name="robots" content="noindex"/)
    const form = await new ApiVisitor(site).get(`/private/${locked.eventId}`)
    expect([form.status, /<meta name="robots" content="noindex"/.test(form.text)]).toEqual([200, true])
  })

  test('the picture of a shared link does not depend on a venue that is hidden', async () => {
    const imageOf = async (id: string) =>
      /property="og:image" content="([^"]*)"/.exec(await read(new ApiVisitor(site), `/events/${id}`))?.[1]
    const before = await imageOf(hidden.eventId)
    const stored = { venueName: `Elsewhere ${randomUUID()}`, address: 'Elsewhere' }
    await hideVenue(sql, hidden.eventId, stored)
    const [row] = await sql<{ title: string }[]>`select title from public.events where id = ${hidden.eventId}`
    await sql`update public.events set title = ${`${row?.title} again`} where id = ${hidden.eventId}`
    await sql`update public.events set title = ${row?.title ?? ''} where id = ${hidden.eventId}`
    expect(before).toMatch(/\/share\/[0-9a-f-]{36}\/[0-9a-f]{16}\.jpg$/)
    expect(await imageOf(hidden.eventId)).toBe(before)
    await hideVenue(sql, hidden.eventId, {
      venueName: `${secrets.venue} ${bait}`,
      address: `${secrets.street} ${bait}`,
    })
  })
})

describe('through the API with the publishable key', () => {
  /** Everything that the tables and functions of the API return to somebody. */
  async function readAll(client: SupabaseClient): Promise<string> {
    const texts: string[] = []
    for (const table of Object.keys(tables)) {
      const { data } = await client.from(table).select('*').limit(1000)
      texts.push(JSON.stringify(data))
      const key = ['events', 'event_venues'].includes(table) ? (table === 'events' ? 'id' : 'event_id') : null
      if (!key) continue
      const { data: own } = await client
        .from(table)
        .select('*')
        .in(
          key,
          all().map(({ eventId }) => eventId),
        )
      texts.push(JSON.stringify(own))
    }
    const rows = await sql<{ name: string; args: string[]; stable: boolean }[]>`
      select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as args, p.provolatile <> 'v' as stable
      from pg_proc p where p.pronamespace = 'public'::regnamespace`
    for (const { name, args, stable } of rows) {
      if (functions[name] === 'server' || !stable) continue
      const byEvent = args.find((arg) => ['p_id', 'p_event', 'p_event_id'].includes(arg))
      const calls = byEvent ? all().map(({ eventId }) => ({ [byEvent]: eventId })) : [{}]
      for (const call of calls) {
        const more = {
          ...(args.includes('p_query') ? { p_query: bait } : {}),
          ...(args.includes('p_search') ? { p_search: bait } : {}),
          ...(args.includes('p_year') ? { p_year: new Date().getUTCFullYear() } : {}),
          ...(args.includes('p_lines')
            ? {
                p_lines: [
                  ...all().flatMap(({ types }) =>
                    Object.values(types).map((item) => ({ kind: 'ticket', item, quantity: 1 })),
                  ),
                  ...extras,
                ],
              }
            : {}),
        }
        const { data, error } = await client.rpc(name, { ...call, ...more })
        texts.push(JSON.stringify([data, error]))
        // one by one, too: a refusal of the first thing says nothing of the others
        for (const line of args.includes('p_lines') ? (more.p_lines ?? []) : []) {
          const one = await client.rpc(name, { ...call, ...more, p_lines: [line] })
          texts.push(JSON.stringify([one.data, one.error]))
        }
      }
    }
    return texts.join('\n')
  }

  test.each([
    ['visitor', []],
    ['Gus', []],
    ['Sid', forMembers],
  ] as const)('%s gets no word that is not for them', async (name, allowed: readonly Secret[]) => {
    const names = found(await readAll(await users.actingAs(name)))
    // The unlisted event is read by its id, which is its address.
    expect(names.filter((one) => !allowed.includes(one) && one !== 'unlistedTitle')).toEqual([])
    expect(names).toEqual(expect.arrayContaining([...allowed, 'unlistedTitle']))
  })

  test('the same search as an admin finds all of them', async () => {
    expect(found(await readAll(await users.actingAs('Ada'))).sort()).toEqual(
      expect.arrayContaining([
        'venue',
        'street',
        'laterVenue',
        'laterStreet',
        'lockedTitle',
        'codeType',
        'codeName',
        'codeLabel',
        'memberPackage',
        'staffPackage',
        'clubVenue',
      ]),
    )
  })
})

test('mails name a hidden venue and a hidden type to those who bought alone', async () => {
  const rows = await sql.begin(async (tx) => {
    await tx`set local request.jwt.claims = '{"role": "service_role"}'`
    return tx<{ facts: unknown; owner: string | null }[]>`
      select public.read_mail_facts(m.id) as facts, o.owner_id as owner
      from private.mail_outbox m left join public.orders o on o.id = m.subject_id
      where m.created_at > now() - interval '1 hour'`
  })
  const seen: Record<string, Set<Secret>> = { [holder.id]: new Set(), [friend.id]: new Set() }
  for (const { facts, owner } of rows)
    for (const name of found(JSON.stringify(facts))) {
      const own = seen[owner ?? '']
      expect(own, `${name} to ${owner}`).toBeDefined()
      own?.add(name)
    }
  expect([...(seen[holder.id] ?? [])].sort()).toEqual(['street', 'venue'])
  expect([...(seen[friend.id] ?? [])]).toContain('codeType')
  expect([...(seen[friend.id] ?? [])].filter((name) => !['codeType', 'codeName'].includes(name))).toEqual([])
})
