import { verify, X509Certificate } from 'node:crypto'
import * as z from 'zod'
import { instant } from '#core/columns.ts'
import type { MailEvent, MailEventProvider, ProviderFetch } from './mail-events-port.server.ts'

/** How old a message may be, in seconds: SNS tries for hours, and older ones are somebody's recording. */
const oldest = 24 * 3600
const topicPattern = /^arn:aws:sns:([a-z]{2}(?:-[a-z]+)+-\d):\d{12}:[\w-]{1,256}$/
const certificatePath = /^\/SimpleNotificationService-[0-9a-f]{8,64}\.pem$/

const messageSchema = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string().max(100),
  TopicArn: z.string().max(400),
  Subject: z.string().nullish(),
  Message: z.string(),
  Timestamp: instant,
  SignatureVersion: z.literal('2'),
  Signature: z.base64(),
  SigningCertURL: z.url(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
})
type SnsMessage = z.output<typeof messageSchema>

const recipients = z.array(z.object({ emailAddress: z.string(), diagnosticCode: z.string().optional() }))
const mail = z.object({
  messageId: z.string(),
  tags: z.record(z.string(), z.array(z.string())).optional(),
})
/** What SES writes into a message: a notification says `notificationType`, an event of a configuration set `eventType`. */
const reportSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('Bounce'),
    mail,
    bounce: z.object({
      bounceType: z.string(),
      bounceSubType: z.string().default(''),
      bouncedRecipients: recipients,
      timestamp: instant,
      feedbackId: z.string(),
    }),
  }),
  z.object({
    kind: z.literal('Complaint'),
    mail,
    complaint: z.object({ complainedRecipients: recipients, timestamp: instant, feedbackId: z.string() }),
  }),
  z.object({
    kind: z.literal('Delivery'),
    mail,
    delivery: z.object({ recipients: z.array(z.string()), timestamp: instant }),
  }),
])

/** Writes what the signature covers: the names and values of the fields that the type has, in this order. */
function signedText(message: SnsMessage): string {
  const names =
    message.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const)
  const fields: Partial<Record<(typeof names)[number], string | null | undefined>> = message
  return names
    .filter((name) => typeof fields[name] === 'string')
    .map((name) => `${name}\n${fields[name]}\n`)
    .join('')
}

/** Returns whether an address is the certificate of SNS in a region: the host and the path are fixed, and nothing else may be in it. */
export function isSnsCertificate(address: string, region: string): boolean {
  const url = URL.parse(address)
  return (
    url !== null &&
    url.href === `https://sns.${region}.amazonaws.com${url.pathname}` &&
    certificatePath.test(url.pathname)
  )
}

function isSigned(message: SnsMessage, pem: string, now: number): boolean {
  const certificate = new X509Certificate(pem)
  const isCurrent =
    Date.parse(certificate.validFrom) <= now * 1000 && now * 1000 <= Date.parse(certificate.validTo)
  const text = Buffer.from(signedText(message))
  return isCurrent && verify('sha256', text, certificate.publicKey, Buffer.from(message.Signature, 'base64'))
}

/** Turns what SES says into one event for each recipient. */
function eventsOf(text: string): MailEvent[] {
  const given: unknown = parse(text)
  const named =
    typeof given === 'object' && given !== null
      ? {
          ...given,
          kind:
            ('notificationType' in given && given.notificationType) ||
            ('eventType' in given && given.eventType),
        }
      : given
  const report = reportSchema.safeParse(named).data
  if (!report) return []
  const refs = [report.mail.messageId, ...(report.mail.tags?.mail ?? [])]
  const event = (id: string, kind: MailEvent['kind'], address: string, at: string, note = ''): MailEvent => ({
    key: `${id}:${kind}:${address}`,
    kind,
    refs,
    address,
    at,
    note,
  })
  if (report.kind === 'Delivery')
    return report.delivery.recipients.map((address) =>
      event(report.mail.messageId, 'delivered', address, report.delivery.timestamp),
    )
  if (report.kind === 'Complaint')
    return report.complaint.complainedRecipients.map(({ emailAddress }) =>
      event(report.complaint.feedbackId, 'complaint', emailAddress, report.complaint.timestamp),
    )
  const { bounce } = report
  const kind = bounce.bounceType === 'Permanent' ? 'hard_bounce' : 'soft_bounce'
  return bounce.bouncedRecipients.map(({ emailAddress, diagnosticCode }) =>
    event(bounce.feedbackId, kind, emailAddress, bounce.timestamp, diagnosticCode ?? bounce.bounceSubType),
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Keeps the certificates that were fetched; SNS uses one at a time for a year. */
function certificates(fetchText: ProviderFetch): (url: string) => Promise<string> {
  const kept = new Map<string, string>()
  return async (url) => {
    const known = kept.get(url)
    if (known) return known
    const pem = await fetchText(url)
    if (kept.size >= 8) kept.clear()
    kept.set(url, pem)
    return pem
  }
}

/**
 * Amazon SES, which reports through a topic of SNS. A message counts when its topic is one of ours, its signature is of version 2, and
 * the certificate comes from the host of SNS in the topic's region; a subscription is confirmed for these topics alone, at an address that
 * is made here, not at the one in the message.
 */
export const sesEvents: MailEventProvider = {
  name: 'ses',
  open({ MAIL_EVENTS_SES_TOPICS: topics }, fetchText) {
    if (topics.length === 0) return null
    const certificateAt = certificates(fetchText)
    return {
      async read(body, _headers, now) {
        const message = messageSchema.safeParse(parse(body)).data
        const region =
          message && topics.includes(message.TopicArn) && topicPattern.exec(message.TopicArn)?.[1]
        if (!message || !region || !isSnsCertificate(message.SigningCertURL, region)) return null
        if (Math.abs(now - Date.parse(message.Timestamp) / 1000) > oldest) return null
        if (!isSigned(message, await certificateAt(message.SigningCertURL), now)) return null
        if (message.Type === 'SubscriptionConfirmation' && message.Token) {
          const query = new URLSearchParams({
            Action: 'ConfirmSubscription',
            TopicArn: message.TopicArn,
            Token: message.Token,
          })
          await fetchText(`https://sns.${region}.amazonaws.com/?${query}`)
        }
        return message.Type === 'Notification' ? eventsOf(message.Message) : []
      },
    }
  },
}
