import { getFormProps, useForm } from '@conform-to/react'
import { ChevronDown } from 'lucide-react'
import { FormErrors } from '#ui/field.tsx'
import { isTurnedAway, reportWords, scanText } from '../tickets.rules.ts'
import type { TicketScan, WalletTicket } from '../tickets.types.ts'
import { Submit, TicketForm, useReply } from './ticket-forms.tsx'
import * as css from './ticket-scans.css.ts'

type Moment = {
  /** IANA zone of the event. */
  zone: string
  /** The moment the page was read, ISO 8601. */
  now: string
}

/**
 * Says what happened to a ticket's code at the door: the last scan as a quiet line that opens to all of them, each with what its
 * holder can do about it. It is open while that is wanted. Shows nothing before the first scan.
 */
export function TicketScans({
  ticket,
  zone,
  now,
}: { ticket: Pick<WalletTicket, 'id' | 'scans' | 'typeName' | 'holderName'> } & Moment) {
  const reply = useReply(ticket, 'report')
  const { scans } = ticket
  const latest = scans.find(({ bounce }) => !bounce) ?? scans[0]
  if (!latest) return null
  const needsAnswer = isTurnedAway(latest) && (latest.canReport || latest.report === 'open')
  return (
    <details className={css.scans} open={needsAnswer || reply !== null || undefined} data-testid="scans">
      <summary className={css.summary}>
        {scanText(latest, zone, now)}
        <ChevronDown size={18} aria-hidden="true" className={css.chevron} />
      </summary>
      <ol className={css.list} aria-label={`Scans: ${ticket.typeName}, ${ticket.holderName}`}>
        {scans.map((scan) => (
          <li key={scan.id} className={css.scan} data-result={scan.result}>
            {scan !== latest && <p>{scanText(scan, zone, now)}</p>}
            {(isTurnedAway(scan) || scan.report) && (
              <p className={css.muted}>
                Reference <span className={css.reference}>{scan.reference}</span>
              </p>
            )}
            {scan.report && <p data-report={scan.report}>{reportWords[scan.report]}</p>}
            {scan.canReport && <ReportForm ticket={ticket} scan={scan} zone={zone} now={now} />}
          </li>
        ))}
      </ol>
    </details>
  )
}

function ReportForm({
  ticket,
  scan,
  zone,
  now,
}: { ticket: Pick<WalletTicket, 'id'>; scan: TicketScan } & Moment) {
  const reply = useReply(ticket, 'report')
  const [form] = useForm({
    id: `report-${scan.id}`,
    lastResult: reply?.initialValue?.scan === scan.id ? reply : null,
  })
  return (
    <TicketForm ticket={ticket.id} intent="report" form={getFormProps(form)}>
      <input type="hidden" name="scan" value={scan.id} />
      <FormErrors id={form.errorId} errors={form.errors} />
      <div>
        <Submit ticket={ticket.id} intent="report" label={`That wasn't me: ${scanText(scan, zone, now)}`}>
          That wasn't me
        </Submit>
      </div>
    </TicketForm>
  )
}
