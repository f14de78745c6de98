import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatClock, formatMoment } from '#core/event-time.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FormErrors, SelectField, TextField } from '#ui/field.tsx'
import * as layout from '#ui/layout.css.ts'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import { reportedScan } from '../door.rules.ts'
import { closeReportSchema } from '../door.schema.ts'
import type { ScanReport } from '../door.types.ts'
import type { ScanData } from '../scan-data.types.ts'
import * as css from './scan-reports.css.ts'

type Event = NonNullable<ScanData['event']>
type Sent = { intent: string; reply: SubmissionResult } | null

/**
 * Lists the scans of which holders said "That wasn't me", with what is needed to decide. Shows nothing where none is open.
 * @param mayResolve whether the reader manages this door; others who may have the scans only read
 * @param sent the form that was sent last, and the reply to it
 */
export function ScanReports({
  event,
  reports,
  mayResolve,
  sent,
  now,
}: {
  event: Event
  reports: ScanReport[]
  mayResolve: boolean
  sent: Sent
  now: string
}) {
  const reply = sent && ['new-code', 'close-report'].includes(sent.intent) ? sent.reply : null
  // A report that somebody else resolved meanwhile has no card left to say so.
  const isGone = reply !== null && reports.every(({ id }) => id !== reply.initialValue?.report)
  if (reports.length === 0 && !isGone) return null
  return (
    <section id="reports" aria-labelledby="reports-title" className={css.section}>
      <h2 id="reports-title" className={visuallyHidden}>
        Reported by ticket holders
      </h2>
      {isGone && (
        <FormErrors
          id="reports-error"
          errors={Object.values(reply.error ?? {}).flatMap((each) => each ?? [])}
        />
      )}
      <ul className={css.reports}>
        {reports.map((report) => (
          <Report
            key={report.id}
            report={report}
            event={event}
            now={now}
            intent={sent?.intent ?? ''}
            reply={reply?.initialValue?.report === report.id ? reply : null}
            mayResolve={mayResolve}
          />
        ))}
      </ul>
    </section>
  )
}

/** Shows a report as one line, which opens to what is needed to decide. */
function Report({
  report,
  event,
  now,
  intent,
  reply,
  mayResolve,
}: {
  report: ScanReport
  event: Event
  now: string
  intent: string
  reply: SubmissionResult | null
  mayResolve: boolean
}) {
  const { id, holderName, scans } = report
  const reported = scans.find(({ isReported }) => isReported)
  const card = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    // A link of the scanner leads to the reports, or to this one.
    if (['#reports', `#report-${id}`].includes(location.hash) && card.current) card.current.open = true
  }, [id])
  return (
    <li>
      <details ref={card} className={css.report} open={reply !== null || undefined} data-testid="report">
        <summary className={css.reportLine}>
          <TriangleAlert size={18} aria-hidden="true" className={css.sign} />
          <span className={css.cut}>
            Reported by <strong>{holderName}</strong>
            {reported && `: ${reportedScan(reported, event.timeZone)}`}
          </span>
        </summary>
        <div id={`report-${id}`} className={classNames(layout.stack[3], css.reportBody)}>
          <Facts report={report} event={event} now={now} />
          {mayResolve && <Decision report={report} event={event} intent={intent} reply={reply} />}
        </div>
      </details>
    </li>
  )
}

function Facts({ report, event, now }: { report: ScanReport; event: Event; now: string }) {
  const { holderName, typeName, orderCode, reference, reportedAt, scans } = report
  return (
    <>
      <h3 className={css.holder}>{holderName}</h3>
      <p>
        {typeName}, order <span className={css.code}>{orderCode}</span>
      </p>
      <p className={css.muted}>
        Reference <span className={css.code}>{reference}</span>, reported{' '}
        {formatMoment(reportedAt, event.timeZone, now)}
      </p>
      <ol className={css.scans} aria-label={`Scans of the ticket of ${holderName}`}>
        {scans.map((scan) => (
          <li key={scan.id} className={scan.isReported ? css.reported : undefined}>
            {reportedScan(scan, event.timeZone)}
            {scan.isReported && ' (reported)'}
          </li>
        ))}
      </ol>
    </>
  )
}

function Decision({
  report,
  event,
  intent,
  reply,
}: {
  report: ScanReport
  event: Event
  intent: string
  reply: SubmissionResult | null
}) {
  const { formData } = useNavigation()
  const isBusy = (which: string) => formData?.get('report') === report.id && formData.get('intent') === which
  const [code] = useForm({ id: `new-code-${report.id}`, lastResult: intent === 'new-code' ? reply : null })
  const [close, fields] = useForm({
    id: `close-${report.id}`,
    lastResult: intent === 'close-report' ? reply : null,
    constraint: getZodConstraint(closeReportSchema),
    onValidate: (sent) => parseWithZod(sent.formData, { schema: closeReportSchema }),
    shouldRevalidate: 'onInput',
  })
  const hidden = (
    <>
      <input type="hidden" name="event" value={event.id} />
      <input type="hidden" name="report" value={report.id} />
    </>
  )
  return (
    <>
      {report.canCheckId ? (
        <Form method="post" {...getFormProps(code)} className={layout.stack[3]}>
          {hidden}
          <input type="hidden" name="intent" value="new-code" />
          <FormErrors id={code.errorId} errors={code.errors} />
          <p>{idCheckText(report, event.timeZone)}</p>
          <div>
            <Button type="submit" busy={isBusy('new-code')}>
              New code after ID check
            </Button>
          </div>
        </Form>
      ) : (
        <p>This ticket can't get a new code.</p>
      )}
      <details open={(intent === 'close-report' && reply !== null) || undefined} data-testid="close-report">
        <summary className={css.summary}>Close without a new code</summary>
        <Form method="post" {...getFormProps(close)} className={layout.stack[3]}>
          {hidden}
          <input type="hidden" name="intent" value="close-report" />
          <FormErrors id={close.errorId} errors={close.errors} />
          <SelectField
            meta={fields.outcome}
            label="Outcome"
            options={[
              { value: 'explained', label: 'Explained to the holder' },
              { value: 'denied', label: 'Denied' },
            ]}
          />
          <TextField meta={fields.reason} label="Reason" autoComplete="off" />
          <div>
            <Button type="submit" variant="secondary" busy={isBusy('close-report')}>
              Close
            </Button>
          </div>
        </Form>
      </details>
    </>
  )
}

/** Says what the ID is checked against and what the press does. */
function idCheckText({ holderName, isInside, scans }: ScanReport, zone: string): string {
  const match = `The photo ID must say ${holderName}. The old code stops working`
  const admitted = isInside && scans.findLast(({ result }) => result === 'ok')
  if (!admitted) return `${match}.`
  const gate = admitted.gate ? ` at ${admitted.gate}` : ''
  return `${match}, and the ${formatClock(admitted.at, zone)} check-in${gate} is undone.`
}
