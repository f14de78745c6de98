import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { roles } from '../app/core/role-names.ts'
import { root } from '../tools/settings.ts'
import { readPieces } from './named-states.ts'

/**
 * `node scripts/named-roles.ts [CHECKOUT]`: lists where code names a role, which it should ask for a permission instead
 * (`private.may('refund')`, `requirePermission(args, 'refund')`). A test holds the list to the places with a reason.
 */

/** One place that names a role: the function or file it is in, and how it is written. */
export type NamedRole = { file: string; place: string; text: string }

const literal = new RegExp(`'+(${roles.join('|')})'+`)
/** Names that other things have too: they count as roles where their line speaks of a role. */
const isRole = (line: string) => /'+(admin|moderator)'+/.test(line) || /role/i.test(line)

function findInLines(file: string, place: string, text: string): NamedRole[] {
  return text
    .split('\n')
    .filter((line) => literal.test(line) && isRole(line))
    .map((line) => ({ file, place, text: line.trim() }))
}

/** Lists every place of a checkout that names a role. */
export function findNamedRoles(checkout = root): NamedRole[] {
  const read = (file: string) => readFileSync(join(checkout, file), 'utf8')
  const migrations = globSync('supabase/migrations/*.sql', { cwd: checkout }).sort()
  const code = globSync('app/**/*.{ts,tsx}', { cwd: checkout }).filter(
    (file) =>
      !/\.(test|fixtures)\.tsx?$/.test(file) && !/\/(role-names|permissions|database\.types)\.ts$/.test(file),
  )
  return [
    ...migrations.flatMap((file) =>
      readPieces(file, read(file)).flatMap(({ place, sql }) => findInLines(file, place, sql)),
    ),
    ...code.sort().flatMap((file) => findInLines(file, file, read(file))),
  ]
}

if (import.meta.main) {
  const found = findNamedRoles(process.argv[2])
  for (const { file, place, text } of found)
    console.log(`${file.replace(/^.*\//, '')} ${place === file ? '' : `${place} `}${text}`)
  console.log(`${found.length} lines in ${new Set(found.map(({ file }) => file)).size} files name a role`)
}
