import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fulfilmentStatuses, orderStatuses, ticketStatuses } from '../app/core/states.ts'
import { root } from '../tools/settings.ts'

/**
 * `node scripts/named-states.ts [CHECKOUT]`: lists where code compares the state of an order, a ticket or goods with names of states,
 * which it should ask a question about instead (`private.order_is_open`, `orderStates[status].isOpen`). A test holds the list empty.
 * What a name belongs to is found by the alias or variable before `.status`, because entities share some names.
 */

const entities = { orders: orderStatuses, tickets: ticketStatuses, fulfilments: fulfilmentStatuses } as const
type Entity = keyof typeof entities

/** One place that names states: the function or statement it is in, the states, and how it is written. */
export type NamedStates = { file: string; place: string; entity: Entity; states: string[]; text: string }

const keyword =
  /^(where|set|on|join|left|right|full|cross|inner|order|for|group|limit|using|as|from|into|update|returns|values|and)$/
const tables = Object.keys(entities).join('|')
const isEntity = (name: string | undefined): name is Entity =>
  name !== undefined && Object.hasOwn(entities, name)
const namesOf = (text: string) => [...text.matchAll(/'+([a-z_]+)'+/g)].map(([, name = '']) => name)

/** Maps the names that a piece of SQL gives rows of the three tables: aliases, parameters and variables, rows of a trigger. */
function readAliases(sql: string, triggerTable: Entity | undefined): Map<string, Entity> {
  const aliases = new Map<string, Entity>()
  for (const [, table, alias] of sql.matchAll(
    new RegExp(`public\\.(${tables})\\b\\s+(?:as\\s+)?([a-z]\\w*)`, 'g'),
  ))
    if (isEntity(table) && alias && !keyword.test(alias)) aliases.set(alias, table)
  for (const [, name, table] of sql.matchAll(new RegExp(`\\b([a-z]\\w*)\\s+public\\.(${tables})\\b`, 'g')))
    if (isEntity(table) && name && !keyword.test(name)) aliases.set(name, table)
  if (triggerTable) {
    for (const name of ['new', 'old']) aliases.set(name, triggerTable)
    for (const [, alias] of sql.matchAll(/\b(?:new|old)_rows\s+([a-z]\w*)/g))
      if (alias && !keyword.test(alias)) aliases.set(alias, triggerTable)
  }
  return aliases
}

/** Says of which table a `status` without a name before it is: that of the nearest statement before it. */
function nearestTable(sql: string): Entity | undefined {
  const before = [...sql.matchAll(/\b(?:from|update|join|into|table)\s+(?:public|private)\.(\w+)/g)].at(
    -1,
  )?.[1]
  return isEntity(before) ? before : undefined
}

/** Splits a migration into its functions, tables and policies, each with its name, and leaves out comments, which only say in words what is so. */
export function readPieces(file: string, text: string): { place: string; sql: string }[] {
  const code = text.replaceAll(/comment on [^;]*?;\n/g, '').replaceAll(/^\s*--.*$/gm, '')
  const what = '(?:function|table|trigger|index|unique index|view|policy)'
  return code.split(new RegExp(`(?=^create (?:or replace )?${what}\\b)`, 'm')).map((sql) => ({
    place: new RegExp(`^create (?:or replace )?${what} (?:\\w+\\.)?(\\w+)`).exec(sql)?.[1] ?? file,
    sql,
  }))
}

const comparison =
  /(?:\b([a-z]\w*)\.)?\bstatus\s*(?:=|<>|not in|in|is distinct from|is not distinct from)\s*(\(\s*'[^)]*\)|any \([^)]*\)|'+\w+'+)/g

/** Finds the states that migrations name in comparisons. Goods are moved step by step by name: only lists of their states count. */
function findInSql(file: string, text: string): NamedStates[] {
  const triggers = new Map<string, Entity>()
  for (const [, table, name] of text.matchAll(
    new RegExp(`create trigger[^;]*? on public\\.(${tables})\\b[^;]*?execute function private\\.(\\w+)`, 'g'),
  ))
    if (isEntity(table) && name) triggers.set(name, table)
  return readPieces(file, text).flatMap(({ place, sql }) => {
    const onTable = new RegExp(`^create trigger[^;]*? on public\\.(${tables})\\b`).exec(sql)?.[1]
    const aliases = readAliases(sql, triggers.get(place) ?? (isEntity(onTable) ? onTable : undefined))
    return [...sql.matchAll(comparison)].flatMap((match) => {
      const [whole, alias, right = ''] = match
      const entity = alias ? aliases.get(alias) : nearestTable(sql.slice(0, match.index))
      if (!entity || /set\s*$/.test(sql.slice(0, match.index))) return []
      const known: readonly string[] = entities[entity]
      const states = namesOf(right).filter((name) => known.includes(name))
      if (states.length === 0 || (entity === 'fulfilments' && states.length === 1)) return []
      return [{ file, place, entity, states, text: whole.replaceAll(/\s+/g, ' ') }]
    })
  })
}

const shared = /^(paid|processing|expired|cancelled|lost|returned|shipped|delivered|packing|valid|void)$/

/** Finds the states that TypeScript names: in a comparison with an order's or a ticket's status, or in a list. */
function findInTypeScript(file: string, text: string): NamedStates[] {
  const found: NamedStates[] = []
  const add = (entity: Entity, states: string[], match: string) =>
    found.push({ file, place: file, entity, states, text: match.replaceAll(/\s+/g, ' ') })
  for (const [whole, of = '', name = ''] of text.matchAll(/\b(\w+)\??\.status [!=]== '(\w+)'/g)) {
    const known: readonly string[] = orderStatuses
    if (/^(order|placed|value)$/i.test(of) && known.includes(name)) add('orders', [name], whole)
    if (/^(ticket|k)$/i.test(of) && (name === 'valid' || name === 'void')) add('tickets', [name], whole)
  }
  for (const [whole, name = ''] of text.matchAll(/(?<![.\w])status [!=]== '(valid|void)'/g))
    add('tickets', [name], whole)
  for (const [whole] of text.matchAll(
    /\[\s*'\w+'(?:,\s*'\w+')+,?\s*\]|(?:'\w+' \| )+'\w+'|(?:case '\w+':\s*){2,}/g,
  )) {
    const names = namesOf(whole)
    for (const [entity, known] of Object.entries(entities))
      if (
        isEntity(entity) &&
        names.length > 1 &&
        names.every((name) => (known as readonly string[]).includes(name))
      )
        if (entity === 'tickets' || names.some((name) => !shared.test(name)))
          // a list of names that other things have as well says nothing of orders
          add(entity, names, whole)
  }
  return found
}

/** Lists every place of a checkout that names states instead of asking about them. */
export function findNamedStates(checkout = root): NamedStates[] {
  const read = (file: string) => readFileSync(join(checkout, file), 'utf8')
  const migrations = globSync('supabase/migrations/*.sql', { cwd: checkout }).sort()
  const code = globSync('app/**/*.{ts,tsx}', { cwd: checkout }).filter(
    (file) =>
      !/\.(test|fixtures)\.tsx?$/.test(file) &&
      !/^app\/(core\/states|server\/database\.types)\.ts$/.test(file),
  )
  return [
    ...migrations.flatMap((file) => findInSql(file, read(file))),
    ...code.sort().flatMap((file) => findInTypeScript(file, read(file))),
  ]
}

if (import.meta.main) {
  const found = findNamedStates(process.argv[2])
  for (const { file, place, states, text } of found)
    console.log(
      `${file.replace(/^.*\//, '')} ${place === file ? '' : `${place} `}[${states.join(' ')}] ${text}`,
    )
  const files = new Set(found.map(({ file }) => file))
  const ofOrders = new Set(found.filter(({ entity }) => entity === 'orders').map(({ file }) => file))
  console.log(`${found.length} places in ${files.size} files; states of orders in ${ofOrders.size} files`)
}
