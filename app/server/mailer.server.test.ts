import { generateKeyPairSync } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { dkimVerify } from 'mailauth'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** Tests what leaves by SMTP: who it says it is from, its ways out, and that its signature covers them. */

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const taken: Buffer[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) =>
    void buffer(stream).then((raw) => {
      taken.push(raw)
      done()
    }, done),
})

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  vi.stubEnv('SMTP_URL', `smtp://127.0.0.1:${port}`)
  vi.stubEnv('SITE_URL', 'http://localhost:3000')
  vi.stubEnv('SUPABASE_URL', 'http://127.0.0.1:54321')
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_test_key')
  vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_test_key_0')
  const key = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA'
  vi.stubEnv('TICKET_SIGNING_KEY', key)
  vi.stubEnv('LINK_SECRET', key)
  vi.stubEnv('PAYMENT_WEBHOOK_SECRET', 'a-webhook-secret-of-32-characters')
  vi.stubEnv('MAIL_FROM', 'Jouvay <tickets@jouvay.example>')
  vi.stubEnv('MAIL_FROM_MARKETING', 'Jouvay <news@news.jouvay.example>')
  vi.stubEnv('MAIL_DKIM_SELECTOR', 's1')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  vi.stubEnv('MAIL_DKIM_KEY', Buffer.from(pem).toString('base64'))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

/** Stands in for the DNS: both domains have the key under the selector. */
const resolver = async (name: string, type: string) => {
  if (type === 'TXT' && /^s1\._domainkey\.(news\.)?jouvay\.example$/.test(name))
    return [[`v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`]]
  throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
}

const letter = { to: 'mia@example.com', subject: 'News', html: '<p>News</p>', text: 'News' }
const id = '6f6e1c2e-0000-4000-8000-000000000001'

async function sent(more: object): Promise<{ raw: string; verified: Awaited<ReturnType<typeof verify>> }> {
  const { sendMail } = await import('./mailer.server.ts')
  await sendMail({ ...letter, ...more }, id)
  const raw = taken.pop() ?? Buffer.alloc(0)
  return { raw: raw.toString(), verified: await verify(raw) }
}
async function verify(raw: Buffer) {
  const { results } = await dkimVerify(raw, { resolver })
  return results.map(({ signingDomain, status, signingHeaders }) => ({
    domain: signingDomain,
    result: status.result,
    headers: (signingHeaders?.keys ?? '').toLowerCase().split(/\s*:\s*/),
  }))
}

test('marketing comes from its own address, signed with both headers of its way out', async () => {
  const { raw, verified } = await sent({
    stream: 'marketing',
    listEnd: 'https://jouvay.example/alerts?token=t',
  })
  expect(raw).toMatch(/^From: Jouvay <news@news\.jouvay\.example>$/m)
  expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/jouvay\.example\/alerts\?token=t>$/m)
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  expect(verified).toMatchObject([{ domain: 'news.jouvay.example', result: 'pass' }])
  expect(verified[0]?.headers).toEqual(
    expect.arrayContaining(['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
  )
  // Its signature does not stand for another way out.
  const altered = raw.replace('token=t', 'token=x')
  expect(await verify(Buffer.from(altered))).toMatchObject([{ result: 'fail' }])
})

test('order mail comes from the usual address, signed, without a way out', async () => {
  const { raw, verified } = await sent({ stream: 'transactional' })
  expect(raw).toMatch(/^From: Jouvay <tickets@jouvay\.example>$/m)
  expect(raw).not.toMatch(/^List-Unsubscribe/m)
  expect(verified).toMatchObject([{ domain: 'jouvay.example', result: 'pass' }])
  expect(raw).toContain(`Message-ID: <${id}@localhost>`)
})
