import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../tools/settings.ts'

/**
 * Checks that a SQL function calls functions of its own area and of migrations before its own, and reads tables of later areas
 * only with a reason.
 */

type Migration = { name: string; area: string; text: string }
const migrations: Migration[] = globSync('supabase/migrations/*.sql', { cwd: root })
  .toSorted()
  .map((path) => {
    const name = basename(path)
    return { name, area: name.split('_')[1] ?? '', text: readFileSync(join(root, path), 'utf8') }
  })

type Use = { from: Migration; to: Migration & { isCall: boolean }; use: string }

/** Lists each use of a function, table or view of another area in the body of a function. */
function usesOfOtherAreas(files: Migration[]): Use[] {
  const homes = new Map<string, Use['to']>()
  for (const file of files)
    for (const [, kind, name = ''] of file.text.matchAll(
      /^create (function|table|view) ((?:public|private)\.\w+)/gm,
    ))
      if (!homes.has(name)) homes.set(name, { ...file, isCall: kind === 'function' })
  return files.flatMap((from) =>
    [...from.text.matchAll(/^create function ((?:public|private)\.\w+)\([^$]*\$\$(.*?)\$\$/gms)].flatMap(
      ([, caller = '', body = '']) =>
        [...new Set(body.replaceAll(/--.*/g, '').match(/\b(?:public|private)\.\w+/g))].flatMap((used) => {
          const to = homes.get(used)
          return to && to.area !== from.area ? [{ from, to, use: `${caller} uses ${used}` }] : []
        }),
    ),
  )
}

/** Lists the uses of what stands in a later migration, as `earlier > later: function uses name`. */
const usesOfLaterAreas = (files: Migration[]) =>
  usesOfOtherAreas(files).flatMap(({ from, to, use }) =>
    to.name < from.name ? [] : [{ pair: `${from.area} > ${to.area}`, use, isCall: to.isCall }],
  )

/** Lists the calls between areas by the names of both migrations. */
const callsBetweenAreas = (files: Migration[]) =>
  usesOfOtherAreas(files).flatMap(({ from, to }) => (to.isCall ? [{ from: from.name, to: to.name }] : []))

/** Most tables of a later area that an earlier one may use, and why. Only ever make these smaller. */
const reasons: Record<string, Record<string, number>> = {
  'what was sold of an event decides what may be changed of it, and the offer shows what is left': {
    'events > orders': 22,
    'events > tickets': 8,
  },
  'an order and its tickets are paid, refunded and ended in one transaction': {
    'orders > tickets': 39,
    'orders > door': 3,
  },
  'an order has goods beside its tickets, priced and refunded in one transaction': {
    'orders > shop': 12,
    'shop > orders': 5,
  },
  'a mail is written from the rows of the area that it is about': { 'mail > settings': 1 },
  'a person is deleted or merged with what they have in every area; policies ask who may see what': {
    'accounts > events': 11,
    'accounts > orders': 5,
    'accounts > settings': 7,
    'accounts > tickets': 2,
    'accounts > staff': 1,
    'accounts > community': 1,
    'door > events': 2,
    'analytics > settings': 3,
    'settings > assistant': 3,
  },
  'a phone finds the names of guest lists in its pack, beside the tickets': { 'door > sharing': 3 },
}

test('finds a use of a later area, and none of an earlier one, in a comment or outside of a function', () => {
  const file = (name: string, text: string) => ({ name, area: name.split('_')[1] ?? '', text })
  const body = (text: string) => `create function public.act() returns int\nas $$\n${text}\n$$;`
  expect(
    usesOfLaterAreas([
      file('1_events_tables.sql', 'create table public.events (id int);'),
      file(
        '2_orders_acts.sql',
        body('select 1 from public.events, public.mails, private.told() -- public.posts'),
      ),
      file(
        '3_mail_acts.sql',
        'create function private.told() returns int as $$ select 1 $$;\ncreate table public.mails (id int);\ncreate table public.posts (id int);',
      ),
    ]),
  ).toEqual([
    { pair: 'orders > mail', use: 'public.act uses public.mails', isCall: false },
    { pair: 'orders > mail', use: 'public.act uses private.told', isCall: true },
  ])
})

test('a function calls its own area and earlier ones', () => {
  expect(usesOfLaterAreas(migrations).filter(({ isCall }) => isCall)).toEqual([])
})

test('a function uses tables of its own area and of earlier ones', () => {
  const allowed = new Map(Object.values(reasons).flatMap((pairs) => Object.entries(pairs)))
  const tables = usesOfLaterAreas(migrations).filter(({ isCall }) => !isCall)
  const found = Map.groupBy(tables, ({ pair }) => pair)
  const excess = [...found].flatMap(([pair, uses]) =>
    uses.length > (allowed.get(pair) ?? 0) ? [`${pair}: ${uses.map(({ use }) => use).join(', ')}`] : [],
  )
  expect(excess).toEqual([])
  // A pair that is gone has no reason left.
  expect([...allowed.keys()].filter((pair) => !found.has(pair))).toEqual([])
})

test('the migrations of an area stand together, but for those that a call between areas keeps elsewhere', () => {
  const runs: { area: string; first: string; last: string; count: number }[] = []
  for (const { area, name } of migrations) {
    const run = runs.at(-1)
    if (run?.area === area) Object.assign(run, { last: name, count: run.count + 1 })
    else runs.push({ area, first: name, last: name, count: 1 })
  }
  const calls = callsBetweenAreas(migrations)
  const strays = runs.filter((run) => {
    // An area may have grown beyond the files that these belong to.
    const homes = runs.filter(({ area, count }) => area === run.area && count > run.count)
    const isOf = (name: string) => name >= run.first && name <= run.last
    const isKept = (home: (typeof runs)[number]) =>
      calls.some(({ from, to }) =>
        run.first > home.last ? isOf(from) && to > home.last : isOf(to) && from < home.first,
      )
    return homes.length > 0 && !homes.some(isKept)
  })
  expect(strays).toEqual([])
})
