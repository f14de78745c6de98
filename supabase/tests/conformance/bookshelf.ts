/**
 * Where the Data API's tests find their tables: in a database of their own on the embedded stack, so that no other test
 * sees them; elsewhere made through CONFORMANCE_DB_URL (a direct connection as role postgres) and dropped at the end.
 * A target without that address runs the other files of the suite.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { freePorts, temporaryFolder } from '../../../tools/settings.ts'
import { startStack } from '../../embedded/stack.ts'
import { target } from './target.ts'

export type Bookshelf = {
  address: { url: string; secretKey: string }
  visitor: SupabaseClient
  service: SupabaseClient
  /** Signs a new member in. */
  member(): Promise<{ client: SupabaseClient; id: string }>
  close(): Promise<void>
}

const fixture = fileURLToPath(new URL('fixture', import.meta.url))
const noStore = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

/** @returns null when the target's database can't be reached */
export async function openBookshelf(): Promise<Bookshelf | null> {
  if (!process.env.CONFORMANCE_URL) return openEmbedded()
  return process.env.CONFORMANCE_DB_URL ? openElsewhere(process.env.CONFORMANCE_DB_URL) : null
}

async function openEmbedded(): Promise<Bookshelf> {
  const dataDir = mkdtempSync(join(temporaryFolder(), 'jouvay-conformance-'))
  const [port] = await freePorts()
  const stack = await startStack({ dataDir, port, siteUrl: 'http://localhost:3000', migrationsDir: fixture })
  return shelve(stack, async () => {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
}

async function openElsewhere(dbUrl: string): Promise<Bookshelf> {
  const sql = postgres(dbUrl, { max: 1, onnotice() {} })
  const drop = () =>
    sql.unsafe(`do $$ declare thing record; begin
      for thing in select oid::regprocedure as name from pg_proc where proname like 'conformance\\_%' loop
        execute 'drop function ' || thing.name;
      end loop;
      drop table if exists public.conformance_books, public.conformance_shelves, public.conformance_counter;
    end $$`)
  await drop()
  await sql.unsafe(readFileSync(join(fixture, '20260101000000_bookshelf.sql'), 'utf8'))
  await sql`notify pgrst, 'reload schema'`
  const shelf = shelve(target, async () => {
    await drop()
    await sql.end()
  })
  for (let tries = 0; tries < 50; tries++) {
    const { error } = await shelf.service.from('conformance_books').select('id').limit(1)
    if (!error) return shelf
    await sleep(200)
  }
  throw new Error('The target does not see the tables of the conformance suite.')
}

function shelve(
  address: { url: string; publishableKey: string; secretKey: string },
  close: () => Promise<void>,
): Bookshelf {
  const open = (key: string) => createClient(address.url, key, { auth: noStore })
  const service = open(address.secretKey)
  const made: string[] = []
  return {
    address,
    visitor: open(address.publishableKey),
    service,
    async member() {
      const email = `conformance-${randomUUID()}@${target.emailDomain}`
      const password = 'Correct-Horse-9'
      const { data } = await service.auth.admin.createUser({ email, password, email_confirm: true })
      if (data.user) made.push(data.user.id)
      const client = open(address.publishableKey)
      const { data: signedIn, error } = await client.auth.signInWithPassword({ email, password })
      if (error) throw error
      return { client, id: signedIn.user.id }
    },
    async close() {
      for (const id of made) await service.auth.admin.deleteUser(id)
      await close()
    },
  }
}
