import { Link } from '@remix-run/react'
import { ArrowRight } from 'lucide-react'
import { listFile } from '#core/list-file.ts'
import * as paths from '#core/paths.ts'
import { Faint, Lines, Time } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import {
  auditAction,
  auditActions,
  auditActor,
  auditField,
  auditKind,
  auditKinds,
  auditSubject,
  auditSubjectPath,
  auditTime,
  auditValue,
  namedIds,
} from '../audit.rules.ts'
import { auditQuerySchema } from '../audit.schema.ts'
import type { AuditContext, AuditEntry, AuditLog } from '../audit.types.ts'
import * as css from './audit-list.css.ts'

const byLabel = (names: Record<string, string>) =>
  Object.entries(names)
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en-US'))

/** The audit log; each row opens what it changed. */
export const auditList = defineStaffList({
  name: 'audit',
  title: 'Audit log',
  noun: { one: 'entry', many: 'entries' },
  query: auditQuerySchema,
  path: paths.adminAudit,
  rows: ({ entries }: AuditLog) => entries,
  next: ({ next }) => next && `${next.at} ${next.id}`,
  total: ({ total }) => total,
  rowKey: ({ id }) => String(id),
  caption: ({ q, person, action, kind, from, to }) =>
    [q, person, action, kind, from, to].some(Boolean)
      ? 'Activity matching these filters, newest first'
      : 'Activity, newest first',
  search: { label: () => 'Text or order code', maxLength: 80 },
  filters: (_, { action, kind, subject }) => [
    { name: 'person', label: 'Person', kind: 'text', placeholder: 'Name or @name', maxLength: 80 },
    {
      name: 'action',
      label: 'Action',
      kind: 'choice',
      options: () =>
        byLabel(
          action && !auditActions[action] ? { ...auditActions, [action]: auditAction(action) } : auditActions,
        ),
    },
    // The address of one subject names its kind as well.
    ...(subject
      ? []
      : [
          {
            name: 'kind',
            label: 'About',
            kind: 'choice',
            options: () =>
              byLabel(kind && !auditKinds[kind] ? { ...auditKinds, [kind]: auditKind(kind) } : auditKinds),
          } as const,
        ]),
    { name: 'from', label: 'From', kind: 'day' },
    { name: 'to', label: 'To', kind: 'day' },
    {
      name: 'subject',
      label: 'About',
      kind: 'given',
      value: ({ entries: [entry] }) => (entry ? auditSubject(entry) : null),
      drops: ['kind'],
    },
  ],
  empty: {
    title: (_, isNarrowed) => (isNarrowed ? 'Nothing matches these filters' : 'No activity yet'),
    more: 'Nothing older',
  },
  columns: [
    { key: 'what', header: 'What', cell: (entry) => <What entry={entry} /> },
    {
      key: 'who',
      header: 'Who',
      cell: (entry) => (
        <Lines>
          {entry.actorId ? (
            <Link to={paths.userManagementPerson(entry.actorId)}>{auditActor(entry)}</Link>
          ) : (
            auditActor(entry)
          )}
          {entry.actorRole && entry.actorRole !== 'service' && (
            <Faint>
              {entry.actorRole}
              {entry.address && ` · ${entry.address}`}
            </Faint>
          )}
        </Lines>
      ),
    },
    {
      key: 'when',
      header: 'When',
      phone: 'end',
      cell: ({ at }, log) => <Time at={at}>{auditTime(at, log)}</Time>,
    },
    {
      key: 'change',
      header: 'Change',
      phone: 'wide',
      cell: (entry, log) => <Change entry={entry} context={log} />,
    },
  ],
  file: listFile<AuditEntry, AuditLog>(
    ({ timeZone }) => timeZone,
    [
      { header: 'Time', time: ({ at }) => at },
      { header: 'Action', value: ({ action }) => auditAction(action) },
      { header: 'Name of the action', value: ({ action }) => action },
      { header: 'By', value: (entry) => auditActor(entry) },
      { header: 'Username', value: ({ actorUsername }) => actorUsername },
      { header: 'Role', value: ({ actorRole }) => actorRole },
      { header: 'About', value: (entry) => auditSubject(entry) },
      { header: 'Id', value: ({ subjectId }) => subjectId },
      {
        header: 'Before',
        value: (entry, log) =>
          valuesText(
            entry.changes.map(({ field, from }) => [field, from]),
            entry,
            log,
          ),
      },
      {
        header: 'After',
        value: (entry, log) =>
          valuesText(
            entry.changes.map(({ field, to }) => [field, to]),
            entry,
            log,
          ),
      },
      { header: 'Reason', value: ({ reason }) => reason },
      { header: 'Details', value: (entry, log) => valuesText(Object.entries(entry.details), entry, log) },
      { header: 'Network address', value: ({ address }) => address },
    ],
  ),
})

/** Writes values of a row into one cell, a line for each; names keep their ids, for those who look something up elsewhere. */
function valuesText(
  values: readonly (readonly [string | null, unknown])[],
  entry: AuditEntry,
  context: AuditContext,
): string {
  const names = Object.fromEntries(Object.entries(entry.names).map(([id, name]) => [id, `${name} (${id})`]))
  return values
    .flatMap(([field, value]) => {
      const text = auditValue(field ?? entry.action, value, context, names)
      return text === null ? [] : [field === null ? text : `${auditField(field)}: ${text}`]
    })
    .join('\n')
}

function What({ entry }: { entry: AuditEntry }) {
  const to = auditSubjectPath(entry)
  return (
    <Lines>
      {auditAction(entry.action)}
      {to ? <Link to={to}>{auditSubject(entry)}</Link> : <Faint>{auditSubject(entry)}</Faint>}
    </Lines>
  )
}

/** Shows why something was done, and opens what it changed. */
function Change({ entry, context }: { entry: AuditEntry; context: AuditContext }) {
  const { changes, reason } = entry
  const details = Object.entries(entry.details).flatMap(([name, value]) => {
    const text = auditValue(name, value, context, entry.names)
    return text === null ? [] : [{ name, text, ids: namedIds(value, entry.names) }]
  })
  const count = changes.length
  const summary = count === 0 ? 'Details' : count === 1 ? '1 change' : `${count} changes`
  return (
    <div className={css.change}>
      {reason && <p className={css.reason}>{reason}</p>}
      {count + details.length > 0 && (
        <details className={css.fold}>
          <summary className={css.summary}>
            {summary}
            <VisuallyHidden>
              {' '}
              of {auditAction(entry.action)}, {auditSubject(entry)}
            </VisuallyHidden>
          </summary>
          <dl className={css.list}>
            {changes.map(({ field, from, to }) => (
              <div key={field ?? ''} className={css.item}>
                <dt className={css.name}>{field === null ? 'Change' : auditField(field)}</dt>
                <dd className={css.diff}>
                  <Value
                    field={field ?? entry.action}
                    value={from}
                    names={entry.names}
                    context={context}
                    was
                  />
                  <ArrowRight size={16} className={css.arrow} aria-hidden="true" />
                  <Value field={field ?? entry.action} value={to} names={entry.names} context={context} />
                </dd>
                <Ids ids={namedIds([from, to], entry.names)} />
              </div>
            ))}
            {details.map(({ name, text, ids }) => (
              <div key={name} className={css.item}>
                <dt className={css.name}>{auditField(name)}</dt>
                <dd className={css.value}>{text}</dd>
                <Ids ids={ids} />
              </div>
            ))}
          </dl>
        </details>
      )}
      {!reason && count + details.length === 0 && '—'}
    </div>
  )
}

/** Shows the ids behind names, for those who look something up elsewhere. */
function Ids({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null
  return <dd className={css.ids}>{ids.join(', ')}</dd>
}

/** Shows a value before or after a change. */
function Value({
  field,
  value,
  names,
  context,
  was = false,
}: {
  field: string
  value: unknown
  names: AuditEntry['names']
  context: AuditContext
  was?: boolean
}) {
  const text = auditValue(field, value, context, names)
  const shown = text ?? <span className={css.empty}>nothing</span>
  return was ? (
    <span className={css.before}>
      <VisuallyHidden>Before: </VisuallyHidden>
      {shown}
    </span>
  ) : (
    <span className={css.after}>
      <VisuallyHidden>After: </VisuallyHidden>
      {shown}
    </span>
  )
}
