import { execFileSync } from 'node:child_process'
import { createHmac, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { localEvents } from './mail-events-local.server.ts'
import type { MailEventAdapter, MailEventSettings } from './mail-events-port.server.ts'
import { mailEventProviders, openMailEvents } from './mail-events-registry.server.ts'
import { resendEvents } from './mail-events-resend.server.ts'
import { isSnsCertificate, sesEvents } from './mail-events-ses.server.ts'
import { signPayload } from './payment-signature.server.ts'

/** Tests that a report of a mail provider counts only with the provider's own signature over exactly these bytes. */

const topic = 'arn:aws:sns:us-east-1:123456789012:jouvay-mail'
const settings: MailEventSettings = {
  local: true,
  SUPABASE_SECRET_KEY: 'sb_secret_test',
  MAIL_EVENTS_SES_TOPICS: [topic],
  MAIL_EVENTS_RESEND_SECRET: `whsec_${Buffer.from('a secret of thirty-two bytes here').toString('base64')}`,
}
/** A minute from now: the certificates below begin to count when they are made. */
const now = Math.floor(Date.now() / 1000) + 60
const at = new Date(now * 1000).toISOString()
const daysAgo = (days: number) => new Date((now - days * 86_400) * 1000).toISOString()

/** Makes a key with a certificate that signs itself. */
function certify(days: number) {
  const folder = mkdtempSync(join(tmpdir(), 'sns-'))
  try {
    const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'cert.pem']
    execFileSync('openssl', [...args, '-days', String(days), '-subj', '/CN=sns.amazonaws.com'], {
      cwd: folder,
      stdio: 'ignore',
    })
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    return { key: read('key.pem'), certificate: read('cert.pem') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
const amazon = certify(3650)
const attacker = certify(3650)

const certificateUrl = 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem'
const bounce = {
  notificationType: 'Bounce',
  mail: { messageId: '0100019-abc', tags: { mail: ['6f6e1c2e-0000-4000-8000-000000000001'] } },
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [{ emailAddress: 'gone@example.com', diagnosticCode: 'smtp; 550 5.1.1 unknown' }],
    timestamp: at,
    feedbackId: 'feedback-1',
  },
}
const notification = {
  Type: 'Notification',
  MessageId: 'message-1',
  TopicArn: topic,
  Message: JSON.stringify(bounce),
  Timestamp: at,
  SignatureVersion: '2',
  SigningCertURL: certificateUrl,
}
const confirmation = {
  ...notification,
  Type: 'SubscriptionConfirmation',
  Message: 'You have chosen to subscribe.',
  Token: 'token-1',
  SubscribeURL: 'https://attacker.example/?Action=ConfirmSubscription',
}

/** Signs a message of SNS as the publisher documents it, by its own list of fields. */
function signed(message: Record<string, string>, key = amazon.key, algorithm = 'sha256'): string {
  const names =
    message.Type === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
  const text = names.flatMap((name) => (name in message ? [`${name}\n${message[name]}\n`] : [])).join('')
  return JSON.stringify({ ...message, Signature: sign(algorithm, Buffer.from(text), key).toString('base64') })
}

/** Opens SES; remembers what it fetched. Every address but Amazon's has the attacker's certificate. */
function openSes() {
  const fetched: string[] = []
  const adapter = sesEvents.open(settings, async (url) => {
    fetched.push(url)
    return url.startsWith('https://sns.us-east-1.amazonaws.com/Simple')
      ? amazon.certificate
      : attacker.certificate
  })
  return { fetched, read: (body: string, time = now) => adapter?.read(body, new Headers(), time) }
}

describe('Amazon SES through SNS', () => {
  test('a signed bounce is read, with every name of the mail', async () => {
    expect(await openSes().read(signed(notification))).toEqual([
      {
        key: 'feedback-1:hard_bounce:gone@example.com',
        kind: 'hard_bounce',
        refs: ['0100019-abc', '6f6e1c2e-0000-4000-8000-000000000001'],
        address: 'gone@example.com',
        at,
        note: 'smtp; 550 5.1.1 unknown',
      },
    ])
    const withSubject = { ...notification, Subject: 'Amazon SES Email Event Notification' }
    expect(await openSes().read(signed(withSubject))).toHaveLength(1)
  })

  test.each([
    ['a full mailbox', { ...bounce, bounce: { ...bounce.bounce, bounceType: 'Transient' } }, ['soft_bounce']],
    [
      'a complaint, from a configuration set',
      {
        eventType: 'Complaint',
        mail: bounce.mail,
        complaint: {
          complainedRecipients: [{ emailAddress: 'a@b.example' }],
          timestamp: at,
          feedbackId: 'f',
        },
      },
      ['complaint'],
    ],
    [
      'a delivery to two',
      {
        notificationType: 'Delivery',
        mail: bounce.mail,
        delivery: { recipients: ['a@b.example', 'c@d.example'], timestamp: at },
      },
      ['delivered', 'delivered'],
    ],
    ['what means nothing here', { eventType: 'Open', mail: bounce.mail }, []],
  ])('%s is read', async (_, report, kinds) => {
    const body = signed({ ...notification, Message: JSON.stringify(report) })
    expect((await openSes().read(body))?.map(({ kind }) => kind)).toEqual(kinds)
  })

  test('text that is no report is taken and means nothing', async () => {
    expect(await openSes().read(signed({ ...notification, Message: 'hello' }))).toEqual([])
  })

  test.each([
    [
      'a certificate on a foreign host',
      'https://attacker.example/SimpleNotificationService-0123456789abcdef.pem',
    ],
    [
      'a host that begins as that of SNS',
      'https://sns.us-east-1.amazonaws.com.attacker.example/SimpleNotificationService-0123456789abcdef.pem',
    ],
    [
      'a user that looks as the host',
      'https://sns.us-east-1.amazonaws.com@attacker.example/SimpleNotificationService-0123456789abcdef.pem',
    ],
    [
      'a bucket on a host of Amazon',
      'https://attacker.s3.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem',
    ],
    [
      'another region than the topic’s',
      'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem',
    ],
    [
      'another path',
      'https://sns.us-east-1.amazonaws.com/evil/SimpleNotificationService-0123456789abcdef.pem',
    ],
    ['a query behind the path', `${certificateUrl}?x=.pem`],
    [
      'a port of its own',
      'https://sns.us-east-1.amazonaws.com:8443/SimpleNotificationService-0123456789abcdef.pem',
    ],
    ['no encryption', 'http://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem'],
  ])('%s is refused before anything is fetched', async (_, url) => {
    const ses = openSes()
    expect(await ses.read(signed({ ...notification, SigningCertURL: url }, attacker.key))).toBeNull()
    expect(ses.fetched).toEqual([])
    expect(isSnsCertificate(url, 'us-east-1')).toBe(false)
  })

  test.each([
    ['signed with another key', signed(notification, attacker.key)],
    ['changed after it was signed', signed(notification).replace('gone@', 'else@')],
    ['of signature version 1', signed({ ...notification, SignatureVersion: '1' }, amazon.key, 'sha1')],
    ['that says version 2 and is signed as version 1', signed(notification, amazon.key, 'sha1')],
    ['of a topic that is not ours', signed({ ...notification, TopicArn: `${topic}-2` })],
    ['two days old', signed({ ...notification, Timestamp: daysAgo(2) })],
    ['without a signature', JSON.stringify(notification)],
    ['that is no JSON', 'Type=Notification'],
  ])('a message %s is refused', async (_, body) => {
    expect(await openSes().read(body)).toBeNull()
  })

  test('a certificate that has ended is refused', async () => {
    expect(
      await openSes().read(
        signed({ ...notification, Timestamp: '2040-01-01T00:00:00.000Z' }),
        Date.parse('2040-01-01T00:00:00Z') / 1000,
      ),
    ).toBeNull()
  })

  test('a subscription to one of our topics is confirmed at Amazon, not where the message says', async () => {
    const ses = openSes()
    expect(await ses.read(signed(confirmation))).toEqual([])
    expect(ses.fetched).toEqual([
      certificateUrl,
      `https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${encodeURIComponent(topic)}&Token=token-1`,
    ])
    const other = openSes()
    expect(await other.read(signed({ ...confirmation, TopicArn: `${topic}-2` }))).toBeNull()
    expect(await other.read(signed(confirmation, attacker.key))).toBeNull()
    expect(other.fetched.filter((url) => url.includes('ConfirmSubscription'))).toEqual([])
  })
})

/** Signs as Svix documents it. */
function svix(body: string, secret = settings.MAIL_EVENTS_RESEND_SECRET ?? '', time = now): Headers {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`msg_1.${time}.${body}`).digest('base64')
  return new Headers({
    'svix-id': 'msg_1',
    'svix-timestamp': String(time),
    'svix-signature': `v1,AAAA v1,${signature}`,
  })
}

/** One report of a bounce by each provider, as it signs it. */
const reports: Record<
  string,
  { open(): MailEventAdapter | null; body: string; headers: (body: string) => Headers }
> = {
  ses: {
    open: () => sesEvents.open(settings, async () => amazon.certificate),
    body: signed(notification),
    headers: () => new Headers(),
  },
  resend: {
    open: () => resendEvents.open(settings, async () => ''),
    body: JSON.stringify({
      type: 'email.bounced',
      created_at: at,
      data: { email_id: 'r-1', to: ['gone@example.com'], bounce: { type: 'Permanent', message: 'unknown' } },
    }),
    headers: (body) => svix(body),
  },
  local: {
    open: () => localEvents.open(settings, async () => ''),
    body: JSON.stringify({
      key: 'k',
      kind: 'hard_bounce',
      refs: [],
      address: 'gone@example.com',
      at,
      note: '',
    }),
    headers: (body) =>
      new Headers({
        'mail-signature': signPayload(
          body,
          createHmac('sha256', settings.SUPABASE_SECRET_KEY).update('mail events').digest('hex'),
          now,
        ),
      }),
  },
}

describe('every provider', () => {
  test('of the registry has its case here, and opens with its settings alone', () => {
    expect(mailEventProviders.map(({ name }) => name).sort()).toEqual(Object.keys(reports).sort())
    expect([...openMailEvents(settings, async () => '').keys()].sort()).toEqual(Object.keys(reports).sort())
    const none = { local: false, SUPABASE_SECRET_KEY: 'sb_secret_test', MAIL_EVENTS_SES_TOPICS: [] }
    expect([...openMailEvents(none, async () => '').keys()]).toEqual([])
  })

  test.each(
    Object.keys(reports),
  )('%s: a signed bounce counts; unsigned, altered or old it does not', async (name) => {
    const { open, body, headers } = reports[name] as (typeof reports)[string]
    const adapter = open()
    const read = async (text: string, given = headers(body), time = now) =>
      (await adapter?.read(text, given, time))?.map(({ kind, address }) => `${kind} ${address}`) ?? null
    expect(await read(body)).toEqual(['hard_bounce gone@example.com'])
    expect(await read(body.replace('gone@', 'else@'))).toBeNull()
    expect(await read(body, headers(body), now + 3 * 24 * 3600)).toBeNull()
    if (name !== 'ses') expect(await read(body, new Headers())).toBeNull()
  })

  test('a secret of somebody else signs nothing', async () => {
    const body = reports.resend?.body ?? ''
    const foreign = `whsec_${Buffer.from('another secret of thirty-two byte').toString('base64')}`
    expect(await resendEvents.open(settings, async () => '')?.read(body, svix(body, foreign), now)).toBeNull()
    const local = localEvents.open({ ...settings, SUPABASE_SECRET_KEY: 'sb_secret_else' }, async () => '')
    const { body: said = '', headers } = reports.local ?? { headers: () => new Headers() }
    expect(await local?.read(said, headers(said), now)).toBeNull()
  })
})
