import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import { StartError } from '../tools/processes.ts'

/**
 * Dumps the data of a database into one file and loads it again. The structure is not in it: the migrations make that. The file
 * is SQL that psql reads as well (`COPY … FROM stdin`).
 */

/** Schemas with data of ours, and the tables in them that only the services' own upgrades write. */
const schemas = ['auth', 'storage', 'public', 'private']
const upgrades = ['schema_migrations', 'migrations']

const connect = (dbUrl: string) => postgres(dbUrl, { max: 1, onnotice() {} })

/** Reads which migrations the database has, in one line. */
async function readMigrations(sql: Sql | TransactionSql): Promise<string> {
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`
  return rows.map(({ version }) => version).join(' ')
}

/** Lists the tables with their columns, generated ones left out, as COPY takes them. */
async function listTables(sql: TransactionSql): Promise<string[]> {
  const rows = await sql<{ target: string }[]>`
    select format('%I.%I (%s)', n.nspname, c.relname, string_agg(quote_ident(a.attname), ', ' order by a.attnum)) as target
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname in ${sql(schemas)} and c.relkind = 'r' and c.relname not in ${sql(upgrades)}
      and has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert') and has_table_privilege(c.oid, 'truncate')
    group by n.nspname, c.relname order by n.nspname, c.relname`
  return rows.map(({ target }) => target)
}

/** Writes lines that set each sequence to where it is. */
async function listSequences(sql: TransactionSql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select format('select setval(%L, %s);', format('%I.%I', schemaname, sequencename), last_value) as line
    from pg_sequences where schemaname in ${sql(schemas)} and last_value is not null order by 1`
  return rows.map(({ line }) => line)
}

/**
 * Dumps the data as it is at one moment, while the site goes on.
 * @param dbUrl a role that reads every table, such as postgres
 * @returns the number of tables
 */
export async function dumpData(dbUrl: string, file: string): Promise<number> {
  const sql = connect(dbUrl)
  const out = createWriteStream(file, { mode: 0o600, flags: 'wx' })
  try {
    await once(out, 'open')
    const count = await sql.begin('isolation level repeatable read read only', async (tx) => {
      const write = (text: string) => void out.write(text)
      write(`-- migrations: ${await readMigrations(tx)}\nset session_replication_role = replica;\n`)
      const tables = await listTables(tx)
      for (const table of tables) {
        write(`COPY ${table} FROM stdin;\n`)
        await pipeline(await tx.unsafe(`copy ${table} to stdout`).readable(), out, { end: false })
        write('\\.\n')
      }
      for (const line of await listSequences(tx)) write(`${line}\n`)
      return tables.length
    })
    out.end()
    await once(out, 'finish')
    return count
  } catch (error) {
    out.destroy()
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    throw isThere ? new StartError(`${file} exists already: name another file.`) : error
  } finally {
    await sql.end()
  }
}

/** Reads a file line by line. Only a line feed ends a line: readline takes other characters for one too, which texts may hold. */
async function* readLines(file: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(file)) {
    rest = Buffer.concat([rest, chunk])
    let from = 0
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10, from)) {
      yield rest.subarray(from, at)
      from = at + 1
    }
    rest = rest.subarray(from)
  }
  if (rest.length > 0) yield rest
}

/** Reads of a dump which migrations it belongs to and which tables it has. */
async function readContents(file: string): Promise<{ migrations: string; tables: string[] }> {
  let migrations: string | undefined
  const tables: string[] = []
  let isData = false
  for await (const line of readLines(file)) {
    const text = line.length < 10_000 ? line.toString() : ''
    if (isData) {
      isData = text !== '\\.'
      continue
    }
    migrations ??= /^-- migrations: (.*)$/.exec(text)?.[1]
    const [, table] = /^COPY (\S+) \(.*\) FROM stdin;$/.exec(text) ?? []
    isData = table !== undefined
    if (table) tables.push(table)
    if (migrations === undefined) break
  }
  if (migrations === undefined) throw new StartError(`${file} is no dump of this project.`)
  return { migrations, tables }
}

/**
 * Loads a dump in one transaction: what the database held before is gone, or all of it stays.
 * @param dbUrl a role that may switch triggers off, such as postgres
 * @returns the number of tables
 * @throws StartError when the database has other migrations than the dump
 */
export async function loadData(dbUrl: string, file: string): Promise<number> {
  const { migrations, tables } = await readContents(file)
  const sql = connect(dbUrl)
  try {
    await sql.begin(async (tx) => {
      if ((await readMigrations(tx)) !== migrations)
        throw new StartError(
          'The database has other migrations than the dump: check out the version of the code that made the dump, and push its migrations first.',
        )
      // Rows arrive in any order, and what triggers would do to them was done.
      await tx`set local session_replication_role = replica`
      await tx.unsafe(`truncate ${tables.join(', ')}`)
      let rows: Writable | null = null
      for await (const line of readLines(file)) {
        if (!rows) {
          const [, target] = /^COPY (.*) FROM stdin;$/.exec(line.toString()) ?? []
          if (target) rows = await tx.unsafe(`copy ${target} from stdin`).writable()
          else if (line.toString().startsWith('select setval(')) await tx.unsafe(line.toString())
        } else if (line.equals(Buffer.from('\\.'))) {
          const done = once(rows, 'finish')
          rows.end()
          await done
          rows = null
        } else if (!rows.write(Buffer.concat([line, Buffer.from('\n')]))) await once(rows, 'drain')
      }
    })
    return tables.length
  } finally {
    await sql.end()
  }
}
