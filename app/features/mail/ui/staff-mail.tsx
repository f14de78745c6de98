import { Link } from '@remix-run/react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { machineTime } from '#core/machine-time.ts'
import { mailDeliveryNames, mailStatusNames } from '#core/mail-status.ts'
import * as paths from '#core/paths.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Card } from '#ui/card.tsx'
import { stack, text as textStyles } from '#ui/layout.css.ts'
import type { StaffMail } from '../mail.types.ts'
import * as css from './staff-mail.css.ts'

const tones: Record<StaffMail['status'], BadgeTone> = {
  queued: 'info',
  claimed: 'info',
  sent: 'success',
  skipped: 'neutral',
  failed: 'danger',
}

/** Says in which state a mail is: what its provider said of it, else how far the site came with it. */
export function MailState({ status, delivery }: Pick<StaffMail, 'status' | 'delivery'>) {
  if (delivery)
    return <Badge tone={delivery === 'delivered' ? 'success' : 'danger'}>{mailDeliveryNames[delivery]}</Badge>
  return <Badge tone={tones[status]}>{mailStatusNames[status]}</Badge>
}

/**
 * Shows one mail to admins: to whom, how often it was tried and how that ended, and its text written again. The markup is in a frame
 * that runs no scripts and opens no links.
 * @param text null when what it was written from is gone
 */
export function StaffMailPage({
  mail,
  text,
}: {
  mail: StaffMail
  text: { subject: string; html: string; text: string } | null
}) {
  const when = (at: string) => (
    <time dateTime={machineTime(at)} suppressHydrationWarning>
      {formatDay(at, mail.timeZone, mail.now)}, {formatClockWithZone(at, mail.timeZone)}
    </time>
  )
  const rows: [string, React.ReactNode][] = [
    ['To', mail.recipient],
    ['Status', <MailState key="state" {...mail} />],
    ['Tries', mail.attempts],
    ['Written', when(mail.createdAt)],
  ]
  if (mail.sentAt) rows.push(['Sent', when(mail.sentAt)])
  if (mail.rule) rows.push([mail.status === 'sent' ? 'Sent because' : 'Decision', mail.rule])
  if (mail.deliveryAt) rows.push(['Provider’s report', when(mail.deliveryAt)])
  if (mail.deliveryNote) rows.push(['Its reason', mail.deliveryNote])
  if (mail.nextAttemptAt) rows.push(['Next attempt', when(mail.nextAttemptAt)])
  if (mail.providerRef) rows.push(['Mail server', mail.providerRef])
  if (mail.error) rows.push(['Last error', mail.error])
  if (mail.orderCode)
    rows.push([
      'Order',
      <Link key="order" to={paths.ticketManagementOrder(mail.orderCode)}>
        {mail.orderCode}
      </Link>,
    ])
  return (
    <div className={stack[5]}>
      <Card as="section" aria-label="Delivery">
        <dl className={css.facts}>
          {rows.map(([term, value]) => (
            <Row key={term} term={term}>
              {value}
            </Row>
          ))}
        </dl>
      </Card>
      {text ? (
        <>
          <p className={textStyles.small}>
            Rebuilt from current data. Secret links and ticket codes are left out: only the recipient gets
            them.
          </p>
          <Card as="section" aria-labelledby="mail-subject" className={stack[4]}>
            <h2 id="mail-subject" data-testid="subject">
              {text.subject}
            </h2>
            <iframe className={css.frame} title="Email preview" sandbox="" srcDoc={text.html} />
          </Card>
          <Card as="section" aria-labelledby="mail-text" className={stack[4]}>
            <h2 id="mail-text">Plain text</h2>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, and the keyboard has to reach it */}
            <pre className={css.plain} tabIndex={0} data-testid="text-part">
              {text.text}
            </pre>
          </Card>
        </>
      ) : (
        <Banner tone="neutral" title="Its text can’t be shown.">
          The data behind it is gone or has changed, or it would no longer be sent.
        </Banner>
      )}
    </div>
  )
}

function Row({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <>
      <dt className={css.term}>{term}</dt>
      <dd className={css.value}>{children}</dd>
    </>
  )
}
