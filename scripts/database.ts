import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation'
import { introspect } from '@supabase/postgrest-typegen/introspection'
import postgres from 'postgres'
import * as z from 'zod'
import { startStack } from '../supabase/embedded/stack.ts'
import { command, StartError } from '../tools/processes.ts'
import { freePorts, readSettings, root, temporaryFolder } from '../tools/settings.ts'
import { dumpData, loadData } from './data-dump.ts'
import { findProject } from './local-stack.ts'
import {
  generateCampaignStates,
  generateCapabilities,
  generatePermissions,
  generatePostStates,
  generateRoles,
  generateStates,
  generateStreamStates,
} from './state-lists.ts'

/**
 * `npm run database -- types [--check]`: writes the generated files from the migrations, or says which is not up to date.
 * `npm run database -- advisors`: Supabase's own lints over the migrated schema, and Postgres's over the variables of functions; any
 * finding fails. `check` asks both of one database.
 * With `--db-url` both look at that database instead of one made for the moment. `dump FILE` and `load FILE` copy all data out of
 * and into the database of `--db-url`, or the running embedded stack's.
 */

/** The files that are generated from the migrated database, and what writes each. */
export const generatedFiles: Record<string, (dbUrl: string) => Promise<string>> = {
  'app/server/database.types.ts': generateTypes,
  'app/core/states.ts': (dbUrl) => generateStates(dbUrl),
  'app/core/post-states.ts': generatePostStates,
  'app/core/campaign-states.ts': generateCampaignStates,
  'app/core/stream-states.ts': generateStreamStates,
  'app/core/role-names.ts': generateRoles,
  'app/core/capabilities.ts': generateCapabilities,
  'app/core/permissions.ts': generatePermissions,
}

/**
 * Generates the types of the exposed schema, as `supabase gen types` writes them.
 * @param dbUrl any role that may read the catalog
 */
export async function generateTypes(dbUrl: string): Promise<string> {
  const sql = postgres(dbUrl, { max: 1, onnotice() {} })
  try {
    const query = async (text: string) => ({ rows: await sql.unsafe(text) })
    const metadata = await introspect({ query }, { includedSchemas: ['public'] })
    return await generateTypescript(sortGeneratorMetadata(metadata), { detectOneToOneRelationships: true })
  } finally {
    await sql.end()
  }
}

const stateQuestion =
  /`private\.(is_(order|ticket|fulfilment|comp|waitlist_entry|post|stream|campaign)_state|(order|ticket|fulfilment|comp|waitlist_entry|post|stream|campaign)_\w+)`/

const findingSchema = z.object({ name: z.string(), level: z.string(), detail: z.string() })

/**
 * Runs Supabase's advisors on a database.
 * @returns one line for each finding
 */
export function findAdvice(dbUrl: string): string[] {
  const cli = join(root, 'node_modules/supabase/dist/supabase.js')
  const run = spawnSync(process.execPath, [cli, 'db', 'advisors', '--db-url', dbUrl, '--level', 'info'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1' },
  })
  if (run.status !== 0) throw new StartError(`supabase db advisors failed: ${run.stderr.trim()}`)
  const findings = /^\s*\[/.test(run.stdout) ? z.array(findingSchema).parse(JSON.parse(run.stdout)) : []
  return (
    findings
      // Ignores unused indexes in a new database: no query has run yet.
      .filter(({ name }) => name !== 'unused_index')
      // The questions about states have no settings, so that the planner puts their body in place of the call. It was parsed when
      // they were made: no search path changes what it means. A structure test holds every other function to an empty one.
      .filter(({ name, detail }) => name !== 'function_search_path_mutable' || !stateQuestion.test(detail))
      .map(({ name, level, detail }) => `${level} ${name}: ${detail}`)
  )
}

/**
 * Finds variables of PL/pgSQL functions that hide another, by Postgres's own check, or that nothing uses.
 * @param dbUrl a role that owns the functions; nothing is changed
 * @returns one line for each finding
 */
export async function findVariableFaults(dbUrl: string): Promise<string[]> {
  const sql = postgres(dbUrl, { max: 1, onnotice() {} })
  try {
    const functions = await sql<{ name: string; source: string; definition: string }[]>`
      select p.oid::regprocedure::text as name, p.prosrc as source, pg_get_functiondef(p.oid) as definition
      from pg_proc p join pg_language l on l.oid = p.prolang
      where l.lanname = 'plpgsql' and p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      order by 1`
    const faults: string[] = []
    await sql`set plpgsql.extra_errors = 'shadowed_variables'`
    for (const { name, source, definition } of functions) {
      // Postgres checks a function when it is made.
      await sql.unsafe(`begin; ${definition}; rollback`).catch((error: Error) => {
        faults.push(`${name}: ${error.message}`)
      })
      await sql`rollback`
      for (const [, variable = ''] of source.matchAll(/^ +(v_\w+) /gm))
        if (source.match(new RegExp(`\\b${variable}\\b`, 'g'))?.length === 1)
          faults.push(`${name}: ${variable} is not used`)
    }
    return faults
  } finally {
    await sql.end()
  }
}

async function withDatabase(
  dbUrl: string | undefined,
  work: (dbUrl: string) => Promise<void>,
): Promise<void> {
  if (dbUrl) return work(dbUrl)
  const dataDir = mkdtempSync(join(temporaryFolder(), 'jouvay-database-'))
  const [port] = await freePorts()
  try {
    const stack = await startStack({ dataDir, port, siteUrl: 'http://localhost:3000' })
    await work(stack.dbUrl).finally(() => stack.stop())
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function writeTypes(dbUrl: string, isCheck: boolean): Promise<void> {
  for (const [file, generate] of Object.entries(generatedFiles)) {
    const text = await generate(dbUrl)
    if (!isCheck) writeFileSync(join(root, file), text)
    else if (readFileSync(join(root, file), 'utf8') !== text) {
      throw new StartError(`${file} is not up to date: run \`npm run database -- types\`.`)
    }
  }
}

async function advise(dbUrl: string): Promise<void> {
  const findings = [...findAdvice(dbUrl), ...(await findVariableFaults(dbUrl))]
  if (findings.length > 0) throw new StartError(findings.join('\n'))
  console.log('The advisors find nothing.')
}

async function copyData(subject: 'dump' | 'load', file: string, dbUrl: string | undefined): Promise<void> {
  const url = dbUrl ?? (await findProject({ ...readSettings(), SUPABASE_URL: undefined })).dbUrl
  if (!url) throw new StartError('Name the database: --db-url postgres://…')
  const tables = subject === 'dump' ? await dumpData(url, file) : await loadData(url, file)
  console.log(
    subject === 'dump'
      ? `Dumped ${tables} tables into ${file}. It holds everybody's data: keep it as safe as the database.`
      : `Loaded ${tables} tables from ${file}.`,
  )
}

if (import.meta.main) {
  await command(async () => {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { check: { type: 'boolean', default: false }, 'db-url': { type: 'string' } },
    })
    const [subject, file] = positionals
    if (subject === 'types') await withDatabase(values['db-url'], (url) => writeTypes(url, values.check))
    else if (subject === 'advisors') await withDatabase(values['db-url'], advise)
    else if (subject === 'check')
      await withDatabase(values['db-url'], async (url) => {
        await writeTypes(url, true)
        await advise(url)
      })
    else if ((subject === 'dump' || subject === 'load') && file)
      await copyData(subject, file, values['db-url'])
    else
      throw new StartError(
        'Say `npm run database -- types`, `types --check`, `advisors`, `check`, `dump FILE` or `load FILE`.',
      )
  })
}
