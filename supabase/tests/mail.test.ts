import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { openCast } from './cast.ts'

/** All within a transaction that is taken back: the site's own worker may be claiming mail beside these tests. */
const cast = openCast(inject('stack'))
afterAll(() => cast.close())

const claimSchema = z.array(
  z.looseObject({ id: z.uuid(), kind: z.string(), recipient: z.string(), attempts: z.int() }),
)
const kind = `test-${randomUUID()}`

class TakeBack extends Error {}
async function inTransaction(work: (tx: TransactionSql) => Promise<void>): Promise<void> {
  const done = cast.sql.begin(async (tx) => {
    await work(tx)
    throw new TakeBack()
  })
  await expect(done).rejects.toThrow(TakeBack)
}

async function queue(tx: TransactionSql, key: string): Promise<void> {
  await tx`insert into private.mail_outbox (kind, dedupe_key, recipient, next_attempt_at)
    values (${kind}, ${`${kind}:${key}`}, 'a@example.com', '-infinity') on conflict do nothing`
}
async function claim(tx: TransactionSql) {
  const [row] = await tx`select public.claim_mail(100) as mails`
  return claimSchema.parse(row?.mails).filter((mail) => mail.kind === kind)
}
const stateOf = (tx: TransactionSql, id: string) =>
  tx`select status, sent_at is not null as sent, last_error from private.mail_outbox where id = ${id}`

test('queued once per key, claimed once, sent once', () =>
  inTransaction(async (tx) => {
    for (const key of ['one', 'two', 'one']) await queue(tx, key)
    const [mail, ...others] = await claim(tx)
    expect(others).toHaveLength(1)
    expect(await claim(tx)).toEqual([])
    const id = mail?.id ?? ''
    await tx`select public.finish_mail(${id}, true, null)`
    await tx`select public.finish_mail(${id}, false, 'said too late')`
    expect(await stateOf(tx, id)).toEqual([{ status: 'sent', sent: true, last_error: null }])
  }))

test('a failure waits, longer each time, and is given up after eight', () =>
  inTransaction(async (tx) => {
    await queue(tx, 'failing')
    const waits: number[] = []
    for (let attempt = 1; attempt <= 8; attempt++) {
      const [mail] = await claim(tx)
      expect(mail?.attempts).toBe(attempt)
      await tx`select public.finish_mail(${mail?.id ?? ''}, false, 'mailbox full')`
      expect(await claim(tx)).toEqual([])
      const [row] = await tx<{ wait: number }[]>`
        select extract(epoch from next_attempt_at - now())::int as wait from private.mail_outbox where kind = ${kind}`
      waits.push(row?.wait ?? 0)
      await tx`update private.mail_outbox set next_attempt_at = '-infinity' where kind = ${kind}`
    }
    expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3840, 7680])
    expect(await claim(tx)).toEqual([])
    expect(await tx`select status, last_error from private.mail_outbox where kind = ${kind}`).toEqual([
      { status: 'failed', last_error: 'mailbox full' },
    ])
  }))

test('a worker that died is replaced when its lease ends', () =>
  inTransaction(async (tx) => {
    await queue(tx, 'forgotten')
    expect(await claim(tx)).toMatchObject([{ attempts: 1 }])
    await tx`update private.mail_outbox set claimed_until = now() - interval '1 second', next_attempt_at = '-infinity' where kind = ${kind}`
    expect(await claim(tx)).toMatchObject([{ attempts: 2 }])
  }))

const message = (name = 'Zoe') => ({
  topic: 'Lost and found',
  name,
  email: `${randomUUID()}@example.com`,
  text: 'A red scarf.',
})
async function write(tx: TransactionSql, { topic, name, email, text }: ReturnType<typeof message>) {
  await tx`select public.queue_contact_message(${topic}, ${name}, ${email}, '', ${text})`
  return tx<{ id: string; recipient: string; payload: unknown }[]>`
    select id, recipient, payload from private.mail_outbox
    where kind = 'contact_message' and payload ->> 'email' = ${email}`
}

test("what a visitor writes waits for the brand's mailbox until it is sent, and is not kept after", () =>
  inTransaction(async (tx) => {
    await tx`update public.settings set contact_email = 'hi@jouvay.example'`
    const written = message()
    await write(tx, written)
    const [mail, ...others] = await write(tx, written)
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      recipient: 'hi@jouvay.example',
      payload: { name: 'Zoe', message: 'A red scarf.' },
    })
    const id = mail?.id ?? ''
    const payload = async () =>
      (await tx`select payload from private.mail_outbox where id = ${id}`)[0]?.payload
    for (const ok of [false, true]) {
      await tx`update private.mail_outbox set status = 'claimed' where id = ${id}`
      await tx`select public.finish_mail(${id}, ${ok}, 'mail server away')`
      expect(await payload()).toEqual(ok ? {} : expect.objectContaining({ message: 'A red scarf.' }))
    }
  }))

test.each([
  ['without a mailbox', null, message(), 'contact_closed'],
  ['with a line break in a name', 'hi@jouvay.example', message('Zoe\nBcc: all@example.com'), 'invalid'],
  ['of nothing', 'hi@jouvay.example', { ...message(), text: '' }, 'invalid'],
])('a message %s is refused', (_, mailbox, written, word) =>
  inTransaction(async (tx) => {
    await tx`update public.settings set contact_email = ${mailbox}`
    await expect(tx.savepoint((inner) => write(inner, written))).rejects.toThrow(word)
  }))

test.each([
  ['[{"label": "Instagram", "url": "https://instagram.com/jouvay"}]', true],
  ['[]', true],
  ['{}', false],
  ['[[]]', false],
  ['[{"label": "Instagram"}]', false],
  ['[{"label": "", "url": "https://a.example"}]', false],
  ['[{"label": "Bad", "url": "javascript:alert(1)"}]', false],
  ['[{"label": "Bad", "url": "https://a.example/\\"onclick"}]', false],
  [JSON.stringify(Array.from({ length: 9 }, () => ({ label: 'One', url: 'https://a.example' }))), false],
])('links of the brand are names with https addresses: %s', (links, taken) =>
  inTransaction(async (tx) => {
    const saved = tx.savepoint(
      (inner) => inner`update public.settings set social_links = ${links}::text::jsonb`,
    )
    await (taken ? saved : expect(saved).rejects.toThrow(/check constraint/))
  }))
