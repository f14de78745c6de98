import type { SubmissionResult } from '@conform-to/react'
import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { capabilityNames } from '#core/capability-names.ts'
import { deviceOf } from '#core/device-name.ts'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { machineTime } from '#core/machine-time.ts'
import { mailStatusNames } from '#core/mail-status.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { roleNames } from '#core/role-names.ts'
import { roleMay } from '#core/roles.ts'
import { orderStates, ticketStates } from '#core/states.ts'
import { printTicketCode } from '#core/ticket-code.ts'
import { relativeTime } from '#core/time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextareaField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { stack } from '#ui/layout.css.ts'
import { type Column, Table } from '#ui/table.tsx'
import { stateNames, stateText, words } from '../people.rules.ts'
import { personNoteSchema } from '../people.schema.ts'
import type { Account, PersonPage as Person } from '../people.types.ts'
import * as css from './person-page.css.ts'
import { PostItems } from './person-posts.tsx'

/** An instant in the brand's zone, as every section prints it. */
type Clock = Pick<Person, 'timeZone' | 'now'>

function When({ at, clock }: { at: string; clock: Clock }) {
  return (
    <time dateTime={machineTime(at)} suppressHydrationWarning>
      {formatDay(at, clock.timeZone, clock.now)}, {formatClockWithZone(at, clock.timeZone)}
    </time>
  )
}

/**
 * Shows one person to staff: who they are, what they may do, what they have, what was said and done about them. Moderators
 * get name, handle and posts, because the database sends them no more.
 * @param actions what can be done to the account, beside its facts
 * @param grants the live grants, with what ends them
 * @param children further sections below the access of the account, made by other areas
 * @param actionText names an action of the audit log
 * @param reply the server's reply to the last note
 * @param idempotencyKey of the note that may be written
 */
export function PersonPage({
  person,
  actions,
  grants,
  children,
  actionText,
  reply,
  idempotencyKey,
}: {
  person: Person
  actions?: ReactNode
  grants?: ReactNode
  children?: ReactNode
  actionText: (action: string) => string
  reply: SubmissionResult | null
  idempotencyKey: string
}) {
  const { details } = person
  if (!details)
    return (
      <div className={stack[5]}>
        <Section id="person-account" title="Account">
          <Identity person={person} />
        </Section>
        <Posts person={person} />
      </div>
    )
  return (
    <div className={css.columns}>
      <div className={stack[5]}>
        <Section id="person-account" title="Account">
          <Identity person={person} />
          <Facts account={details} clock={person} />
          {actions}
        </Section>
        <Access account={details} clock={person}>
          {grants}
        </Access>
        {children}
        <Orders account={details} clock={person} />
        <Tickets account={details} now={person.now} />
        <Posts person={person} />
      </div>
      <div className={stack[5]}>
        <Notes person={person} notes={details.notes} reply={reply} idempotencyKey={idempotencyKey} />
        <Sessions sessions={details.sessions} clock={person} />
        {details.merges.length > 0 && <Merges person={person} merges={details.merges} />}
        <Sanctions sanctions={details.sanctions} clock={person} />
        <Mails id={person.id} mails={details.mails} clock={person} />
        <Audit person={person} entries={details.audit} actionText={actionText} />
      </div>
    </div>
  )
}

/** Frames one part of a person's page. Other areas put theirs into the same frame. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Card as="section" aria-labelledby={`${id}-title`} className={stack[4]} data-testid={id}>
      <h2 id={`${id}-title`} className={css.title}>
        {title}
      </h2>
      {children}
    </Card>
  )
}

function Identity({ person }: { person: Person }) {
  const { displayName, username, avatar } = person
  return (
    <div className={css.who}>
      <Avatar src={avatar} displayName={displayName} username={username} size="lg" />
      <div className={css.two}>
        <strong className={css.value}>{displayName}</strong>
        <span className={css.faint}>{username ? `@${username}` : 'No username'}</span>
      </div>
    </div>
  )
}

function Facts({ account, clock }: { account: Account; clock: Clock }) {
  const { email, emailVerifiedAt, city, bio, state, suspendedUntil, deleteAt, createdAt } = account
  const signIns = [
    ...(account.hasPassword ? ['Password'] : []),
    ...account.providers.map((issuer) => (issuer.includes('google') ? 'Google sign-in' : issuer)),
  ]
  return (
    <>
      <p className={css.badges}>
        <Badge tone={stateNames[state].tone}>{stateNames[state].text}</Badge>
        {roleMay(account.role, 'own_account') && (
          <Badge tone={roleNames[account.role].tone}>{roleNames[account.role].text}</Badge>
        )}
        {account.isSelf && <Badge tone="info">You</Badge>}
      </p>
      <dl className={css.facts}>
        {suspendedUntil && (
          <Fact term="Suspended until">
            <When at={suspendedUntil} clock={clock} />
          </Fact>
        )}
        {deleteAt && (
          <Fact term="Will be erased">
            <When at={deleteAt} clock={clock} />
          </Fact>
        )}
        <Fact term="Email">
          {email ? (
            <>
              <a href={`mailto:${email}`}>{email}</a>{' '}
              {emailVerifiedAt ? (
                <Badge tone="success">Verified</Badge>
              ) : (
                <Badge tone="warning">Not verified</Badge>
              )}
            </>
          ) : (
            'None'
          )}
        </Fact>
        <Fact term="Signs in with">{signIns.length > 0 ? signIns.join(', ') : 'No sign-in method'}</Fact>
        {account.hasSecondFactor && <Fact term="Two-step verification">On</Fact>}
        <Fact term="Joined">
          <When at={createdAt} clock={clock} />
        </Fact>
        {city && <Fact term="City">{city}</Fact>}
        {bio && <Fact term="Bio">{bio}</Fact>}
      </dl>
    </>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className={css.term}>{term}</dt>
      <dd className={css.value}>{children}</dd>
    </>
  )
}

function Access({ account, clock, children }: { account: Account; clock: Clock; children: ReactNode }) {
  const ended = account.grants.filter(({ isLive }) => !isLive)
  return (
    <Section id="person-access" title="Access">
      <p className={css.text}>
        Role: <Badge tone={roleNames[account.role].tone}>{roleNames[account.role].text}</Badge>
      </p>
      {children}
      {ended.length > 0 && (
        <details>
          <summary className={css.touchLink}>{counted(ended.length, 'grant')} that ended</summary>
          <ul className={css.list}>
            {ended.map((grant) => (
              <li key={grant.id} className={css.entries.plain}>
                {capabilityNames[grant.capability]}, {grant.event?.title ?? 'every event'}
                <p className={css.faint}>
                  Given <When at={grant.createdAt} clock={clock} />
                  {grant.grantedBy && ` by ${grant.grantedBy}`}
                  {(grant.revokedAt ?? grant.expiresAt) && (
                    <>
                      , ended <When at={grant.revokedAt ?? grant.expiresAt ?? ''} clock={clock} />
                    </>
                  )}
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}

function Orders({ account: { orders, email }, clock }: { account: Account; clock: Clock }) {
  const columns: Column<Account['orders']['latest'][number]>[] = [
    {
      key: 'code',
      header: 'Order',
      cell: ({ code, event }) => (
        <span className={css.two}>
          <Link to={paths.ticketManagementOrder(code)}>{code}</Link>
          <span className={css.faint}>{event ?? 'Shop'}</span>
        </span>
      ),
    },
    { key: 'placed', header: 'Placed', cell: ({ createdAt }) => <When at={createdAt} clock={clock} /> },
    { key: 'state', header: 'Status', cell: ({ status }) => <Badge>{orderStates[status].label}</Badge> },
    {
      key: 'total',
      header: 'Total',
      numeric: true,
      cell: ({ totalCents, refundedCents, currency }) => (
        <span className={css.two}>
          {formatMoney(totalCents, currency)}
          {refundedCents > 0 && (
            <span className={css.faint}>{formatMoney(refundedCents, currency)} refunded</span>
          )}
        </span>
      ),
    },
  ]
  return (
    <Section id="person-orders" title="Orders">
      {orders.count === 0 ? (
        <p className={css.faint}>No orders.</p>
      ) : (
        <>
          <p className={css.text}>
            {counted(orders.count, 'order')}, {formatMoney(orders.paidCents, orders.currency)} paid, less
            refunds.
          </p>
          <Table
            caption={captionOf('Orders', orders)}
            columns={columns}
            rows={orders.latest}
            rowKey={({ code }) => code}
            empty={null}
          />
          {email && (
            <Link to={paths.ticketManagement({ q: email })} className={css.touchLink}>
              All orders with this email
            </Link>
          )}
        </>
      )}
    </Section>
  )
}

function Tickets({ account: { tickets }, now }: { account: Account; now: string }) {
  const columns: Column<Account['tickets']['latest'][number]>[] = [
    {
      key: 'event',
      header: 'Event',
      cell: ({ event, orderCode }) => (
        <span className={css.two}>
          <Link to={paths.attendees({ event: event.id, q: orderCode })}>{event.title}</Link>
          <span className={css.faint}>{formatDay(event.startsAt, event.timeZone, now)}</span>
        </span>
      ),
    },
    {
      key: 'type',
      header: 'Ticket',
      cell: ({ type, holder, code }) => (
        <span className={css.two}>
          {type}
          <span className={css.faint}>
            {holder}, {printTicketCode(code)}
          </span>
        </span>
      ),
    },
    {
      key: 'state',
      header: 'Status',
      cell: ({ status, isInside }) =>
        !ticketStates[status].isValid ? (
          <Badge tone="danger">Void</Badge>
        ) : isInside ? (
          <Badge tone="info">Inside</Badge>
        ) : (
          <Badge tone="success">Valid</Badge>
        ),
    },
  ]
  return (
    <Section id="person-tickets" title="Tickets">
      {tickets.count === 0 ? (
        <p className={css.faint}>No tickets.</p>
      ) : (
        <>
          <p className={css.text}>
            {counted(tickets.count, 'ticket')}, {tickets.valid} valid, {tickets.ahead} for upcoming events.
          </p>
          <Table
            caption={captionOf('Tickets', tickets)}
            columns={columns}
            rows={tickets.latest}
            rowKey={({ id }) => id}
            empty={null}
          />
        </>
      )}
    </Section>
  )
}

function Posts({ person }: { person: Person }) {
  const { posts } = person
  return (
    <Section id="person-posts" title="Posts">
      {posts.count === 0 ? (
        <p className={css.faint}>No posts.</p>
      ) : (
        <>
          <p className={css.text}>{counted(posts.count, 'post')}.</p>
          <PostItems posts={posts.latest} clock={person} />
          <Link to={paths.userManagementPosts(person.id)} className={css.touchLink}>
            All posts of {person.displayName}
          </Link>
        </>
      )}
    </Section>
  )
}

function Notes({
  person,
  notes,
  reply,
  idempotencyKey,
}: {
  person: Person
  notes: Account['notes']
  reply: SubmissionResult | null
  idempotencyKey: string
}) {
  const { form, fields, busy } = useIntentForm(personNoteSchema, { intent: 'note', reply })
  return (
    <Section id="person-notes" title="Notes">
      <IntentForm form={form} intent="note" action={paths.userManagementPerson(person.id)}>
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <TextareaField meta={fields.text} label="Note for other admins" rows={2} key={idempotencyKey} />
        <div>
          <Button type="submit" variant="secondary" busy={busy}>
            Add note
          </Button>
        </div>
      </IntentForm>
      {notes.length > 0 && (
        <ul className={css.list}>
          {notes.map((note) => (
            <li key={note.id} className={css.entries.note}>
              <p className={css.text}>{note.text}</p>
              <p className={css.faint}>
                <When at={note.at} clock={person} />
                {note.author && `, ${note.author}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Sessions({ sessions, clock }: { sessions: Account['sessions']; clock: Clock }) {
  const ago = (at: string) => relativeTime(at, new Date(clock.now), clock.timeZone)
  return (
    <Section id="person-sessions" title="Active sessions">
      {sessions.count === 0 ? (
        <p className={css.faint}>Not signed in anywhere.</p>
      ) : (
        <ul className={css.list}>
          {sessions.latest.map((session) => (
            <li key={session.id} className={css.entries.plain}>
              {deviceOf(session.userAgent)}
              <p className={css.faint}>
                Last active {ago(session.seenAt)}, signed in {ago(session.startedAt)}
              </p>
            </li>
          ))}
        </ul>
      )}
      {sessions.count > sessions.latest.length && (
        <p className={css.faint}>{sessions.count - sessions.latest.length} more.</p>
      )}
    </Section>
  )
}

function Sanctions({ sanctions, clock }: { sanctions: Account['sanctions']; clock: Clock }) {
  return (
    <Section id="person-sanctions" title="Sanctions and status">
      {sanctions.length === 0 ? (
        <p className={css.faint}>The account was never suspended, banned or deleted.</p>
      ) : (
        <ul className={css.list}>
          {sanctions.map((step) => (
            <li
              key={step.at}
              className={
                css.entries[['suspended', 'banned', 'deleted'].includes(step.to) ? 'trouble' : 'plain']
              }
            >
              <strong>{stateText(step.to)}</strong>
              {step.until && (
                <>
                  {' until '}
                  <When at={step.until} clock={clock} />
                </>
              )}
              {step.reason && <p className={css.text}>{step.reason}</p>}
              <p className={css.faint}>
                <When at={step.at} clock={clock} />
                {step.actor && `, ${step.actor}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Merges({ person, merges }: { person: Person; merges: Account['merges'] }) {
  return (
    <Section id="person-merges" title="Merges">
      <ul className={css.list}>
        {merges.map((merge) => {
          const name = merge.other?.displayName ?? 'an account that was erased'
          return (
            <li key={merge.id} className={css.entries.plain}>
              {merge.isClosed ? 'Merged into ' : 'Merged from '}
              {merge.other ? (
                <Link to={paths.userManagementPerson(merge.other.id)} className={css.touchLink}>
                  {name}
                </Link>
              ) : (
                name
              )}
              <p className={css.faint}>
                <When at={merge.mergedAt} clock={person} />
                {merge.undoneAt ? (
                  <>
                    , undone <When at={merge.undoneAt} clock={person} />
                  </>
                ) : (
                  <>
                    , can be undone until <When at={merge.undoUntil} clock={person} />
                  </>
                )}
              </p>
              {!merge.undoneAt && merge.undoUntil > person.now && (
                <Link
                  to={paths.userManagementStep(person.id, 'undo-merge', { merge: merge.id })}
                  className={css.touchLink}
                  aria-label={`Undo the merge with ${name}`}
                >
                  Undo
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

function Mails({ id, mails, clock }: { id: string; mails: Account['mails']; clock: Clock }) {
  return (
    <Section id="person-mails" title="Emails">
      {mails.count === 0 ? (
        <p className={css.faint}>No emails.</p>
      ) : (
        <ul className={css.list}>
          {mails.latest.map((mail) => (
            <li key={mail.id} className={css.entries[mail.status === 'failed' ? 'trouble' : 'plain']}>
              <Link to={paths.ticketManagementMail(mail.id)} className={css.touchLink}>
                {words(mail.kind)}
              </Link>
              <p className={css.faint}>
                {mailStatusNames[mail.status]}, <When at={mail.at} clock={clock} />, {mail.recipient}
              </p>
            </li>
          ))}
        </ul>
      )}
      {mails.count > 0 && (
        <Link to={paths.ticketManagementMails({ person: id })} className={css.touchLink}>
          {mails.count === 1
            ? 'The email and its delivery'
            : `All ${mails.count.toLocaleString('en-US')} emails and their delivery`}
        </Link>
      )}
    </Section>
  )
}

function Audit({
  person,
  entries,
  actionText,
}: {
  person: Person
  entries: Account['audit']
  actionText: (action: string) => string
}) {
  return (
    <Section id="person-audit" title="Staff activity">
      {entries.length === 0 ? (
        <p className={css.faint}>Nothing.</p>
      ) : (
        <ol className={css.list}>
          {entries.map((entry) => (
            <li key={entry.id} className={css.entries.plain}>
              <strong>{actionText(entry.action)}</strong>
              {entry.reason && <p className={css.text}>{entry.reason}</p>}
              <p className={css.faint}>
                <When at={entry.at} clock={person} />
                {entry.actor ? `, ${entry.actor}` : entry.actorRole === 'service' ? ', the site' : ''}
              </p>
            </li>
          ))}
        </ol>
      )}
      <Link to={paths.adminAudit({ kind: 'account', subject: person.id })} className={css.touchLink}>
        Audit log for this account
      </Link>
    </Section>
  )
}

const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** Names a table that shows the latest of many rows. */
const captionOf = (what: string, { count, latest }: { count: number; latest: unknown[] }) =>
  count > latest.length ? `${what}: latest ${latest.length} of ${count}` : what
