import { Link } from '@remix-run/react'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { machineTime } from '#core/machine-time.ts'
import * as paths from '#core/paths.ts'
import { Field, Select, TextInput } from '#ui/field.tsx'
import { stack } from '#ui/layout.css.ts'
import {
  DayField,
  EmptyList,
  FilterBar,
  FilterChip,
  ListKeys,
  ListSearch,
  RetryLink,
  useListState,
} from '#ui/office/list-frame.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { touchLink } from '#ui/touch-link.css.ts'
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
import type { AuditQuery } from '../audit.schema.ts'
import type { AuditContext, AuditEntry, AuditLog } from '../audit.types.ts'
import * as css from './audit-list.css.ts'

const nothing: AuditLog = { entries: [], next: null, timeZone: 'UTC', currency: 'USD', now: '' }

const byLabel = (names: Record<string, string>) =>
  Object.entries(names)
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en-US'))

/** Makes the address of a page of the log. */
const pathOf = ({ q, person, ...rest }: AuditQuery) =>
  paths.adminAudit({ q: q || null, person: person || null, ...rest })

/**
 * Lists the audit log with its filters; each row opens what it changed.
 * @param log null where it could not be read
 * @param tools what is shown beside the search: the file
 */
export function AuditList({
  log,
  query,
  tools,
}: {
  log: AuditLog | null
  query: AuditQuery
  tools: ReactNode
}) {
  const state = useListState(log === null)
  const { entries, next } = log ?? nothing
  const { q, person, action, kind, subject, from, to, after } = query
  const isNarrowed = Boolean(q || person || action || kind || subject || from || to)
  const subjectName = subject && entries[0] ? auditSubject(entries[0]) : subject
  return (
    <div className={stack[5]}>
      <FilterBar tools={tools}>
        <ListSearch
          id="audit-search"
          label="Text or order code"
          value={q}
          action={paths.adminAudit()}
          fields={{ subject, ...(subject ? { kind } : {}) }}
          maxLength={80}
          active={[person, action, !subject && kind, from, to].filter(Boolean).length}
        >
          <Field id="audit-person" label="Person" className={css.person}>
            {(control) => (
              <TextInput
                {...control}
                key={person}
                name="person"
                defaultValue={person}
                maxLength={80}
                autoComplete="off"
                placeholder="Name or @name"
              />
            )}
          </Field>
          <Field id="audit-action" label="Action">
            {(control) => (
              <Select
                {...control}
                key={action}
                name="action"
                defaultValue={action ?? ''}
                placeholder="Any action"
                options={byLabel(
                  action && !auditActions[action]
                    ? { ...auditActions, [action]: auditAction(action) }
                    : auditActions,
                )}
              />
            )}
          </Field>
          {!subject && (
            <Field id="audit-kind" label="About">
              {(control) => (
                <Select
                  {...control}
                  key={kind}
                  name="kind"
                  defaultValue={kind ?? ''}
                  placeholder="Anything"
                  options={byLabel(
                    kind && !auditKinds[kind] ? { ...auditKinds, [kind]: auditKind(kind) } : auditKinds,
                  )}
                />
              )}
            </Field>
          )}
          <div className={css.days}>
            <DayField id="audit-from" name="from" label="From" value={from} />
            <DayField id="audit-to" name="to" label="To" value={to} />
          </div>
        </ListSearch>
      </FilterBar>
      {subject && (
        <FilterChip
          label="About"
          value={subjectName ?? ''}
          remove={pathOf({ ...query, subject: null, kind: null, after: null })}
        />
      )}
      <Table
        state={state}
        caption={isNarrowed ? 'Activity matching these filters, newest first' : 'Activity, newest first'}
        columns={columnsOf(log ?? nothing)}
        rows={entries}
        rowKey={({ id }) => String(id)}
        empty={
          <EmptyList
            title={after ? 'Nothing older' : isNarrowed ? 'Nothing matches these filters' : 'No activity yet'}
            clear={isNarrowed ? paths.adminAudit() : null}
          />
        }
        retry={<RetryLink />}
      />
      <Pagination
        label="Pages of the log"
        previous={after === null ? null : pathOf({ ...query, after: null })}
        previousLabel="Latest"
        next={next && pathOf({ ...query, after: `${next.at} ${next.id}` })}
        nextLabel="Older"
      />
      <ListKeys search="audit-search" />
    </div>
  )
}

function columnsOf(log: AuditLog): Column<AuditEntry>[] {
  return [
    {
      key: 'what',
      header: 'What',
      cell: (entry) => <What entry={entry} />,
    },
    {
      key: 'who',
      header: 'Who',
      cell: (entry) => (
        <span className={css.two}>
          {entry.actorId ? (
            <Link className={touchLink} to={paths.userManagementPerson(entry.actorId)}>
              {auditActor(entry)}
            </Link>
          ) : (
            auditActor(entry)
          )}
          {entry.actorRole && entry.actorRole !== 'service' && (
            <span className={css.faint}>
              {entry.actorRole}
              {entry.address && ` · ${entry.address}`}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'when',
      header: 'When',
      cell: ({ at }) => (
        <time dateTime={machineTime(at)} className={css.time} suppressHydrationWarning>
          {auditTime(at, log)}
        </time>
      ),
    },
    {
      key: 'change',
      header: 'Change',
      cell: (entry) => <Change entry={entry} context={log} />,
    },
  ]
}

function What({ entry }: { entry: AuditEntry }) {
  const to = auditSubjectPath(entry)
  return (
    <span className={css.two}>
      {auditAction(entry.action)}
      <span className={css.subject}>
        {to ? (
          <Link to={to} className={touchLink}>
            {auditSubject(entry)}
          </Link>
        ) : (
          auditSubject(entry)
        )}
      </span>
    </span>
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
