import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openBulkMailer } from '#server/bulk-mailer.server.ts'
import { readEnv } from '#server/env.server.ts'
import { type SmtpFault, type SmtpSink, startSmtpSink } from './smtp-sink.ts'

/** What the mailer of campaigns says of a mail, by what the mail server did with it. */

vi.mock('#server/env.server.ts', () => ({ readEnv: vi.fn() }))

const faults: Record<string, SmtpFault> = {
  'refused@example.com': { at: 'recipient', answer: '550 5.1.1 no such mailbox' },
  'greylisted@example.com': { at: 'recipient', answer: '450 4.2.0 greylisted' },
  'spam@example.com': { at: 'end', answer: '554 5.7.1 no' },
  'busy@example.com': { at: 'end', answer: '451 4.3.0 try again' },
  'cut@example.com': { at: 'data' },
  'silent@example.com': { at: 'taken', isSilent: false },
}
let sink: SmtpSink
const settings = () => ({
  SMTP_URL: sink.url,
  SITE_URL: 'http://localhost',
  MAIL_FROM: 'Jouvay <hello@example.com>',
  MAIL_FROM_MARKETING: 'Jouvay <news@example.com>',
  MAIL_EVENTS_SES_TOPICS: [],
})
beforeAll(async () => {
  sink = await startSmtpSink((address) => faults[address] ?? null)
  vi.mocked(readEnv).mockImplementation(settings as never)
})
afterAll(() => sink.close())

const letter = (to: string) => ({
  to,
  stream: 'marketing' as const,
  subject: 'Hi',
  html: '<p>Hi</p>',
  text: 'Hi',
})

test.each([
  ['fine@example.com', 'sent', 1, true],
  ['refused@example.com', 'refused', 0, false],
  ['greylisted@example.com', 'later', 0, false],
  ['spam@example.com', 'refused', 0, true],
  ['busy@example.com', 'later', 0, true],
  ['silent@example.com', 'unconfirmed', 1, true],
])('%s: %s, taken %d times, asked before its end: %s', async (to, outcome, times, isAsked) => {
  const mailer = openBulkMailer(1)
  let asked = 0
  const hand = async () => {
    asked += 1
    return true
  }
  const answer = await mailer.send(letter(to), 'a0000000-0000-4000-8000-000000000000', hand)
  // The connection is used again, or opened anew.
  const next = await mailer.send(
    letter(`next-${to}`),
    'b0000000-0000-4000-8000-000000000000',
    async () => true,
  )
  mailer.close()
  expect(answer.outcome).toBe(outcome)
  expect(next.outcome).toBe('sent')
  expect(sink.taken.filter(({ address }) => address === to)).toHaveLength(times)
  expect(asked > 0).toBe(isAsked)
})

test('a mail that may not be handed over is never complete', async () => {
  const mailer = openBulkMailer(1)
  const answer = await mailer.send(
    letter('paused@example.com'),
    'c0000000-0000-4000-8000-000000000000',
    async () => false,
  )
  mailer.close()
  expect(answer).toEqual({ outcome: 'released' })
  expect(sink.taken.filter(({ address }) => address === 'paused@example.com')).toEqual([])
})

test('a server that is out of reach says nothing of the mail', async () => {
  vi.mocked(readEnv).mockImplementation((() => ({ ...settings(), SMTP_URL: 'smtp://127.0.0.1:1' })) as never)
  const mailer = openBulkMailer(1)
  const answer = await mailer.send(
    letter('any@example.com'),
    'd0000000-0000-4000-8000-000000000000',
    async () => true,
  )
  mailer.close()
  expect(answer.outcome).toBe('down')
  vi.mocked(readEnv).mockImplementation(settings as never)
})
