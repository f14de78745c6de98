/**
 * Merges what two people did to one form: what one wrote is compared with what both started from and with what the other saved.
 * Values are those of form fields: texts, ticked boxes, lists of choices, and rows with an id.
 */

type Values = Record<string, unknown>

/** A field that both changed to different values. `path` names it; a row as a whole stands for one that somebody removed. */
export type MergeConflict = { path: string; mine: unknown; theirs: unknown }

/** Stands for a row where it was removed. */
export const removedRow = 'Removed'

/** Fields that are only right together: where both changed one of them, all that differ are asked about. */
const together = [
  ['timeZone', 'doorsAt', 'startsAt', 'endsAt'],
  ['venueName', 'address', 'city', 'region', 'country', 'locationVisibility', 'locationHours'],
  ['saleStartsAt', 'saleEndsAt'],
  ['minPerOrder', 'maxPerOrder'],
  ['faceCents', 'quantity', 'endsAt'],
  ['feeFixedCents', 'feeBps', 'taxBps'],
  ['effect', 'percent', 'amountCents'],
  ['validFromAt', 'validUntilAt'],
  ['blockPoolId', 'blockPlaces', 'blockEndsAt'],
]

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isRow = (value: unknown): value is Values & { id: string } =>
  isObject(value) && typeof value.id === 'string' && value.id !== ''
const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value]

/** Writes a value so that equal ones read the same: an empty field is no value, a box is `on` or nothing, choices have no order. */
function canonical(value: unknown): unknown {
  if (value === undefined || value === null || value === false) return ''
  if (value === true) return 'on'
  if (typeof value === 'string') return value.replaceAll('\r\n', '\n').trim()
  if (Array.isArray(value)) {
    const items = value.map(canonical).filter((item) => item !== '')
    if (items.length === 0) return ''
    return items.every((item) => typeof item === 'string') ? items.toSorted() : items
  }
  if (typeof value === 'object') {
    const fields = Object.entries(value).map(([name, field]) => [name, canonical(field)] as const)
    return Object.fromEntries(
      fields.filter(([, field]) => field !== '').toSorted(([a], [b]) => (a < b ? -1 : 1)),
    )
  }
  return String(value)
}

/** Tells whether two values of a field are the same to the people who typed them. */
export function isSame(one: unknown, other: unknown): boolean {
  const lists = Array.isArray(one) || Array.isArray(other)
  const [a, b] = lists ? [listOf(one), listOf(other)] : [one, other]
  return JSON.stringify(canonical(a)) === JSON.stringify(canonical(b))
}

type Ask = (conflict: MergeConflict) => 'mine' | 'theirs'

function mergeField(
  path: string,
  base: unknown,
  mine: unknown,
  theirs: unknown,
  both: boolean,
  ask: Ask,
): unknown {
  if (isSame(mine, theirs)) return theirs
  if (!both && isSame(theirs, base)) return mine
  if (!both && isSame(mine, base)) return theirs
  return ask({ path, mine, theirs }) === 'mine' ? mine : theirs
}

/** Takes the ids out of a row that is no longer stored, so that it is made again. */
function asNew(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asNew)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => (name === 'id' ? [] : [[name, asNew(field)]])),
  )
}

function mergeRows(path: string, base: unknown[], mine: unknown[], theirs: unknown[], ask: Ask): unknown[] {
  const find = (rows: unknown[], id: string) => rows.filter(isRow).find((row) => row.id === id)
  const kept = theirs.filter(isRow).flatMap((their): unknown[] => {
    const [was, my] = [find(base, their.id), find(mine, their.id)]
    const at = `${path}.${their.id}`
    if (my) return [mergeObject(at, was ?? {}, my, their, ask)]
    if (!was) return [their]
    if (isSame(was, their)) return []
    return ask({ path: at, mine: removedRow, theirs: their }) === 'mine' ? [] : [their]
  })
  const added = mine.filter(isObject).flatMap((my): unknown[] => {
    if (!isRow(my)) return [my]
    if (find(theirs, my.id)) return []
    const was = find(base, my.id)
    if (was && isSame(was, my)) return []
    return ask({ path: `${path}.${my.id}`, mine: my, theirs: removedRow }) === 'mine' ? [asNew(my)] : []
  })
  return [...kept, ...added]
}

function mergeObject(path: string, base: Values, mine: Values, theirs: Values, ask: Ask): Values {
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
  const changed = (values: Values, name: string) => !isSame(values[name], base[name])
  return Object.fromEntries(
    names.map((name) => {
      const at = path ? `${path}.${name}` : name
      const [was, my, their] = [base[name], mine[name], theirs[name]]
      if ([was, my, their].some((value) => Array.isArray(value) && value.some(isRow)))
        return [name, mergeRows(at, listOf(was), listOf(my), listOf(their), ask)]
      const group = together.find(
        (names) => names.includes(name) && names.some((other) => other !== name && other in theirs),
      )
      const both =
        group?.some((other) => changed(mine, other)) === true && group.some((other) => changed(theirs, other))
      return [name, mergeField(at, was, my, their, both, ask)]
    }),
  )
}

/** Names each pool by its id, and a new one by its key: keys of stored pools count up, and may be another's by now. */
function withPoolIds(values: Values): Values {
  const pools = listOf(values.pools).filter(isObject)
  const names = new Map(
    pools.map((pool) => [String(pool.key), isRow(pool) ? pool.id : `new ${String(pool.key)}`]),
  )
  const named = (key: unknown) => names.get(String(key)) ?? String(key)
  return {
    ...values,
    ...('pools' in values ? { pools: pools.map((pool) => ({ ...pool, key: named(pool.key) })) } : {}),
    ...('types' in values
      ? {
          types: listOf(values.types)
            .filter(isObject)
            .map((type) => ({ ...type, pools: listOf(type.pools).map(named) })),
        }
      : {}),
  }
}

function withPoolKeys(values: Values): Values {
  if (!('pools' in values)) return values
  const pools = listOf(values.pools).filter(isObject)
  const keys = new Map(pools.map((pool, at) => [String(pool.key), `p${at + 1}`]))
  const types = listOf(values.types).filter(isObject)
  return {
    ...values,
    pools: pools.map((pool, at) => ({ ...pool, key: `p${at + 1}` })),
    types: types.map((type) => ({
      ...type,
      pools: listOf(type.pools).flatMap((pool) => keys.get(String(pool)) ?? []),
    })),
  }
}

/**
 * Merges two people's changes of one form. Changes of different fields are both kept.
 * @param base what both started from
 * @param mine what the caller sent
 * @param theirs what is stored now
 * @param choices for each conflict that was asked about whose value to take; a conflict without one takes the caller's
 * @returns the merged values, and what both changed
 */
export function mergeForms(
  base: Values,
  mine: Values,
  theirs: Values,
  choices: ReadonlyMap<string, 'mine' | 'theirs'> = new Map(),
): { values: Values; conflicts: MergeConflict[] } {
  const conflicts: MergeConflict[] = []
  const [was, my, their] = [base, mine, theirs].map(withPoolIds) as [Values, Values, Values]
  const merged = mergeObject('', was, my, their, (conflict) => {
    conflicts.push(conflict)
    return choices.get(conflict.path) ?? 'mine'
  })
  return { values: withPoolKeys(merged), conflicts }
}
