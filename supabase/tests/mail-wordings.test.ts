import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { mailWordingsSchema } from '#features/mail/wordings/wordings.types.ts'
import { call, refusal } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

/** The words that admins put into mails of the site: versions, reset, and who may. */
const users = openTestUsers(inject('stack'))
const { sql } = users
afterAll(() => users.close())

// A kind that no other test reads the words of.
const kind = 'return_unsold'
const save = async (who: Name, version: number, subject: string, intro = '', closing = '') =>
  call(
    await users.actingAs(who),
    'save_mail_wording',
    { p_kind: kind, p_version: version, p_subject: subject, p_intro: intro, p_closing: closing },
    z.int(),
  )
const codeOf = async (work: Promise<unknown>) => (await refusal(work)).code
const versionsOf = async () => {
  const found = await call(
    await users.actingAs('Ada'),
    'read_mail_wordings',
    { p_kind: kind },
    mailWordingsSchema,
  )
  return found.kinds[0]?.versions ?? []
}

test('words are kept by version, given to the mail, and reset by empty ones', async () => {
  const before = (await versionsOf())[0]?.version ?? 0
  expect(await save('Ada', before, 'Back to you: {{subject}}', 'It did not sell.')).toBe(before + 1)
  expect(await codeOf(save('Abe', before, 'Another'))).toBe('wording_changed')
  expect(await save('Abe', before + 1, 'Back to you: {{subject}}', 'It did not sell.')).toBe(before + 1)
  const [mail] = await sql<{ id: string }[]>`
    insert into private.mail_outbox (kind, subject_kind, subject_id, dedupe_key, recipient, status)
    values (${kind}, 'order', ${randomUUID()}, ${randomUUID()}, 'words@example.com', 'sent') returning id`
  const wording = async () => {
    const args = { p_mail: mail?.id }
    return (await call(users.service, 'read_mail_facts', args, z.object({ wording: z.unknown() }))).wording
  }
  expect(await wording()).toEqual({
    subject: 'Back to you: {{subject}}',
    intro: 'It did not sell.',
    closing: '',
  })
  expect(await save('Ada', before + 1, '')).toBe(before + 2)
  expect(await wording()).toEqual({ subject: '', intro: '', closing: '' })
  expect((await versionsOf())[1]).toMatchObject({ version: before + 1, intro: 'It did not sell.' })
})

test('only admins; nothing that a mail could not hold', async () => {
  for (const who of ['Mo', 'Mia', 'Sid', 'Gus', 'Dex', 'Dot'] as const)
    expect([who, await codeOf(save(who, 0, 'Mine'))]).toEqual([who, 'not_allowed'])
  const { version = 0 } = (await versionsOf())[0] ?? {}
  expect(await codeOf(save('Ada', version, 'two\nlines'))).toBe('invalid')
  expect(await codeOf(save('Ada', version, '', 'x'.repeat(1001)))).toBe('invalid')
})
