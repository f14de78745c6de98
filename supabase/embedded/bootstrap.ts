/** Brings an empty database to what a new hosted project has: roles, schemas, the auth and storage tables. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { getAuthSchemaSql, getStorageSchemaSql } from '@supabase/lite'
import type { Sql } from 'postgres'

/** Lists the roles that only the stack logs in as; their password is the database's own secret. */
const ownRoles = ['authenticator', 'supabase_auth_admin', 'supabase_storage_admin']

/**
 * Runs the system's SQL unless this database has exactly it already.
 * @param sql a connection as supabase_admin
 * @param secret password for the roles that only the stack uses
 */
export async function bootstrapDatabase(sql: Sql, secret: string): Promise<void> {
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
  const parts = [read('roles.sql'), getAuthSchemaSql(), getStorageSchemaSql(), read('system-schema.sql')]
  const mark = `embedded stack ${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)}`
  const [found] = await sql`
    select shobj_description(oid, 'pg_database') = ${mark} as same from pg_database where datname = current_database()`
  if (found?.same === true) return
  await sql.begin(async (transaction) => {
    for (const part of parts) await transaction.unsafe(part).simple()
    for (const role of ownRoles) await transaction.unsafe(`alter role ${role} password '${secret}'`)
    await transaction.unsafe(`comment on database postgres is '${mark}'`)
  })
}
