import { Link } from '@remix-run/react'
import { machineTime } from '#core/machine-time.ts'
import * as paths from '#core/paths.ts'
import { auditAction, auditActor, auditSubject, auditSubjectPath, auditTime } from '../audit.rules.ts'
import type { AuditContext, AuditEntry } from '../audit.types.ts'
import * as css from './last-actions.css.ts'

/** Lists what staff did last, each with its subject, and leads to the whole log. */
export function LastActions({ entries, context }: { entries: readonly AuditEntry[]; context: AuditContext }) {
  if (entries.length === 0) return <p className={css.faint}>No activity yet.</p>
  return (
    <div className={css.box}>
      <ol className={css.list}>
        {entries.map((entry) => {
          const to = auditSubjectPath(entry)
          return (
            <li key={entry.id} className={css.entry}>
              <span className={css.what}>
                <strong>{auditActor(entry)}</strong> {auditAction(entry.action).toLowerCase()}
                {': '}
                {to ? <Link to={to}>{auditSubject(entry)}</Link> : auditSubject(entry)}
              </span>
              <time dateTime={machineTime(entry.at)} className={css.faint} suppressHydrationWarning>
                {auditTime(entry.at, context)}
              </time>
            </li>
          )
        })}
      </ol>
      <Link to={paths.adminAudit()} className={css.more}>
        Open the audit log
      </Link>
    </div>
  )
}
