/** Reports to the site what became of a mail, as a mail provider does: the buttons of the mailbox. */
import { createHmac, randomUUID } from 'node:crypto'
import { addressesOf, type StoredMail } from './mailbox-store.ts'

/** Where reports go, and the key from which their signature is made. */
export type ReportTarget = { url: string; secretKey: string }

/** What the buttons of a mail report, and what each says. */
export const reportKinds = {
  delivered: 'Delivered',
  soft_bounce: 'Mailbox full',
  hard_bounce: 'Bounce',
  complaint: 'Complain',
} as const
export type ReportKind = keyof typeof reportKinds

/** Returns the kind that a form names, or null for anything else. */
export function isReportKind(value: unknown): ReportKind | null {
  return typeof value === 'string' && Object.hasOwn(reportKinds, value) ? (value as ReportKind) : null
}

const notes: Record<ReportKind, string> = {
  delivered: '',
  soft_bounce: '452 4.2.2 The mailbox is full',
  hard_bounce: '550 5.1.1 No such user here',
  complaint: 'Marked as spam',
}

/** Sends a report of a mail to the site, signed. @returns whether the site took it */
export async function sendReport(
  mail: StoredMail,
  kind: ReportKind,
  { url, secretKey }: ReportTarget,
): Promise<boolean> {
  const body = JSON.stringify({
    key: randomUUID(),
    kind,
    refs: [(mail.messageId ?? '').replace(/^<|>$/g, '')],
    address: addressesOf(mail.to)[0]?.Address ?? '',
    at: new Date().toISOString(),
    note: notes[kind],
  })
  const now = Math.floor(Date.now() / 1000)
  const secret = createHmac('sha256', secretKey).update('mail events').digest('hex')
  const signature = createHmac('sha256', secret).update(`${now}.${body}`).digest('hex')
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'mail-signature': `t=${now},v1=${signature}` },
      signal: AbortSignal.timeout(10_000),
    })
    return response.ok
  } catch {
    return false
  }
}
