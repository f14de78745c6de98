/**
 * Applies supabase/migrations as the command-line tool does: in the order of their versions, as role postgres, with the
 * history in supabase_migrations.schema_migrations, so that `supabase migration list` agrees.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { StackError } from './stack-error.ts'

type Migration = { version: string; name: string; path: string; text: string }

/** Returns the migrations of a folder, oldest first; other files are left alone, as the command-line tool does. */
function readMigrations(folder: string): Migration[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? entry.name : [],
  )
  return names.sort().flatMap((file) => {
    const [, version, name] = /^(\d+)_(.*)\.sql$/.exec(file) ?? []
    const path = join(folder, file)
    return version && name ? [{ version, name, path, text: readFileSync(path, 'utf8') }] : []
  })
}

/**
 * Applies what the database doesn't have yet, each file in a transaction of its own.
 * @param sql one connection as role postgres
 * @returns the names of the files applied now
 * @throws a StackError with file and line when a statement fails, or when a file changed after it was applied
 */
export async function applyMigrations(sql: Sql, folder: string): Promise<string[]> {
  const migrations = readMigrations(folder)
  await sql`select pg_advisory_lock(hashtext('supabase_migrations'))`
  try {
    await sql.unsafe(`
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (
        version text primary key, statements text[], name text
      )`)
    const rows = await sql<{ version: string; statements: string[] | null }[]>`
      select version, statements from supabase_migrations.schema_migrations`
    const applied = new Map(rows.map((row) => [row.version, row.statements]))
    const changed = migrations.find(({ version, text }) => {
      const statements = applied.get(version)
      // Only this runner stores the whole file as one statement; what the command-line tool split can't be compared.
      return statements?.length === 1 && statements[0] !== text
    })
    if (changed) {
      throw new StackError(
        `${basename(changed.path)} changed after it was applied to this database: ` +
          '`npm run reset` builds it again, or undo the change.',
      )
    }
    const pending = migrations.filter(({ version }) => !applied.has(version))
    for (const migration of pending) await apply(sql, migration)
    return pending.map(({ path }) => basename(path))
  } finally {
    await sql`select pg_advisory_unlock(hashtext('supabase_migrations'))`
  }
}

async function apply(sql: Sql, { version, name, path, text }: Migration): Promise<void> {
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(text).simple()
      await transaction`
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${version}, ${name}, ${[text]})`
    })
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error
    const at = Number(error.position)
    const line = at ? `:${text.slice(0, at).split('\n').length}` : ''
    const more = [error.detail, error.hint, error.where].filter(Boolean).map((part) => `\n  ${part}`)
    throw new StackError(`${path}${line}: ${error.message} (${error.code})${more.join('')}`)
  }
}
