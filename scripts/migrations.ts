import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Checks the migrations of the time after the first release: what was released never changes, and every later change of a
 * function is a file of its own, of which the newest is the truth (docs/operations.md). The check is off until the folder has
 * a file `released`, with one line `<sha256> <file name>` for each migration that was released.
 */

const releasedFile = 'released'

/** Finds the functions that a migration creates, by name without the schema. */
function functionsIn(sql: string): string[] {
  const text = sql.replace(/--[^\n]*/g, '')
  const made = text.matchAll(/\bcreate\s+(?:or\s+replace\s+)?function\s+(?:[a-z_]+\.)?([a-z_0-9]+)\s*\(/gi)
  return [...made].map(([, name = '']) => name.toLowerCase())
}

/** Matches what may stand beside a function in its file: grants and comments. */
const besideFunction =
  /^(comment\s+on\s+function|grant\s|revoke\s|drop\s+function|create\s+(or\s+replace\s+)?function)/i

/** Splits a migration into statements; what stands in dollar quotes is one piece. */
function statementsIn(sql: string): string[] {
  const text = sql
    .replace(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .replace(/--[^\n]*/g, '')
    .replace(/'(?:[^']|'')*'/g, "''")
  return text
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
}

/**
 * Checks a folder of migrations.
 * @param folder with files `<14 digits>_<name>.sql`
 * @returns one sentence for each breach; none while there is no file `released`
 */
export function checkMigrations(folder: string): string[] {
  if (!existsSync(join(folder, releasedFile))) return []
  const lines = readFileSync(join(folder, releasedFile), 'utf8').split('\n').filter(Boolean)
  const released = new Map(lines.map((line) => [line.split(/\s+/)[1] ?? '', line.split(/\s+/)[0] ?? '']))
  const newest = [...released.keys()].sort().at(-1) ?? ''
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const missing = [...released.keys()].filter((name) => !files.includes(name))
  return [
    ...missing.map((name) => `${name} was released and is gone.`),
    ...files.toSorted().flatMap((name) => {
      const sql = readFileSync(join(folder, name), 'utf8')
      const hash = released.get(name)
      if (hash !== undefined) {
        const isSame = createHash('sha256').update(sql).digest('hex') === hash
        return isSame ? [] : [`${name} was released and must not change: write a new migration.`]
      }
      if (name < newest) return [`${name} must come after ${newest}, the newest that was released.`]
      return checkLater(name, sql)
    }),
  ]
}

function checkLater(name: string, sql: string): string[] {
  const made = [...new Set(functionsIn(sql))]
  if (made.length === 0) return []
  if (made.length > 1) return [`${name} makes ${made.join(', ')}: write one file for each function.`]
  const [only = ''] = made
  if (!name.endsWith(`_${only}.sql`)) return [`${name} makes ${only}: let its name end with _${only}.sql.`]
  const other = statementsIn(sql).find((statement) => !besideFunction.test(statement))
  return other
    ? [`${name} makes ${only} and does more (${other.slice(0, 40)}…): write it in another file.`]
    : []
}
