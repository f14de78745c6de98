import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { root } from '../tools/settings.ts'
import { checkMigrations } from './migrations.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const tables = 'create table public.events (id uuid primary key);'
const two =
  'create function public.read_a() returns int as $$ select 1; $$;\ncreate function private.read_b() returns int as $$ select 2 $$;'
const one = (body = 'select 1; select 2') => `
-- create function public.not_this() is only a comment
create or replace function public.read_a(p_id uuid) returns int language sql as $$ ${body} $$;
comment on function public.read_a is 'Reads; with a semicolon';
grant execute on function public.read_a to anon;`

/** Creates a folder of migrations; `released` names those that were released unchanged. */
function folderOf(files: Record<string, string>, released?: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  folders.push(folder)
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql)
  if (released) {
    const lines = released.map(
      (name) =>
        `${createHash('sha256')
          .update(files[name] ?? '')
          .digest('hex')} ${name}\n`,
    )
    writeFileSync(join(folder, 'released'), lines.join(''))
  }
  return folder
}

describe('the migrations', () => {
  test('of this project follow the policy', () => {
    expect(checkMigrations(join(root, 'supabase/migrations'))).toEqual([])
  })

  test('may be of any shape before the first release', () => {
    expect(checkMigrations(folderOf({ '20270101000000_a.sql': two }))).toEqual([])
  })

  const first = '20270101000000_first.sql'
  test.each<[string, Record<string, string>, RegExp | null]>([
    ['what was released may hold anything', { [first]: tables + two }, null],
    ['tables may change in later files', { [first]: two, '20270102000000_events_tables.sql': tables }, null],
    [
      'a function has a file of its own',
      { [first]: tables, '20270102000000_events_read_a.sql': one() },
      null,
    ],
    [
      'the newest file of a function is the truth',
      { [first]: one(), '20270102000000_events_read_a.sql': one('select 2') },
      null,
    ],
    [
      'two functions share no file',
      { [first]: tables, '20270102000000_read_a.sql': two },
      /one file for each function/,
    ],
    [
      'a file is named after its function',
      { [first]: tables, '20270102000000_events.sql': one() },
      /end with _read_a\.sql/,
    ],
    [
      'nothing else stands in it',
      { [first]: tables, '20270102000000_read_a.sql': one() + tables },
      /does more/,
    ],
    [
      'no file comes before what was released',
      { [first]: tables, '20260101000000_read_a.sql': one() },
      /must come after/,
    ],
  ])('after it: %s', (_, files, breach) => {
    const found = checkMigrations(folderOf(files, [first]))
    if (breach) expect(found).toEqual([expect.stringMatching(breach)])
    else expect(found).toEqual([])
  })

  test('that were released are not changed or deleted', () => {
    const folder = folderOf({ [first]: tables, '20270101000001_second.sql': two }, [
      first,
      '20270101000001_second.sql',
    ])
    writeFileSync(join(folder, first), `${tables}\n-- a change`)
    rmSync(join(folder, '20270101000001_second.sql'))
    expect(checkMigrations(folder)).toEqual([
      '20270101000001_second.sql was released and is gone.',
      `${first} was released and must not change: write a new migration.`,
    ])
  })
})
