import type { SubmissionResult } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { formatMoment } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextareaField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { stack } from '#ui/layout.css.ts'
import { Time } from '#ui/office/cells.tsx'
import { historyText, isOftenWrong, ruleName, sanctionName } from '../moderation.rules.ts'
import { noteSchema } from '../moderation.schema.ts'
import type { HouseRule, ModerationHistory, PersonRecord, Sanction } from '../moderation.types.ts'
import * as css from './moderation.css.ts'

/** The zone and the moment that a page of moderators prints times by. */
export type Clock = { timeZone: string; now: string }

/** Shows an instant in the brand's zone. */
export function When({ at, clock }: { at: string; clock: Clock }) {
  return <Time at={at}>{formatMoment(at, clock.timeZone, clock.now)}</Time>
}

/** Shows who wrote a post: what moderators know of them, in short. */
export function RecordFacts({ person, clock }: { person: PersonRecord; clock: Clock }) {
  const { posts, removed, reports } = person
  return (
    <>
      <p className={css.badges}>
        {person.isStaff && <Badge tone="accent">Staff</Badge>}
        {person.isNew && <Badge tone="info">New</Badge>}
        {isOftenWrong(reports) && <Badge tone="warning">Reports often wrong</Badge>}
        {person.mutedUntil && <Badge tone="danger">Muted</Badge>}
        {person.accountState !== 'member' && <Badge tone="warning">{person.accountState}</Badge>}
      </p>
      <dl className={css.facts}>
        <dt className={css.term}>Member since</dt>
        <dd className={css.value}>
          <When at={person.joinedAt} clock={clock} />
        </dd>
        <dt className={css.term}>Posts and comments</dt>
        <dd className={css.value}>{posts >= 1000 ? '1,000 or more' : posts}</dd>
        <dt className={css.term}>Removed before</dt>
        <dd className={css.value}>{removed}</dd>
        <dt className={css.term}>Own reports</dt>
        <dd className={css.value}>{`${reports.upheld} right, ${reports.rejected} wrong`}</dd>
        {person.mutedUntil && (
          <>
            <dt className={css.term}>Muted until</dt>
            <dd className={css.value}>
              <When at={person.mutedUntil} clock={clock} />
            </dd>
          </>
        )}
      </dl>
    </>
  )
}

/** Lists sanctions, the newest first. */
export function SanctionList({
  sanctions,
  rules,
  clock,
}: {
  sanctions: readonly Sanction[]
  rules: readonly HouseRule[]
  clock: Clock
}) {
  if (sanctions.length === 0) return <p className={css.faint}>No warnings or mutes.</p>
  return (
    <ul className={css.list}>
      {sanctions.map((sanction) => (
        <li key={sanction.id} className={sanction.isActive ? css.entries.trouble : css.entries.plain}>
          <strong>{sanctionName(sanction)}</strong>
          {sanction.liftedAt && <Badge tone="success">Lifted</Badge>}
          <p className={css.faint}>
            <When at={sanction.startsAt} clock={clock} />
            {sanction.by && `, by ${sanction.by}`}. {ruleName(sanction.rule, rules)}
          </p>
          <p className={css.text}>{sanction.reason}</p>
        </li>
      ))}
    </ul>
  )
}

/** Lists notes of moderators about a person, and takes another. @param action the page that takes it */
export function Notes({
  notes,
  clock,
  action,
  reply,
}: {
  notes: PersonRecord['notes']
  clock: Clock
  action: string
  reply: SubmissionResult | null
}) {
  const { form, fields, busy } = useIntentForm(noteSchema, { intent: 'note', reply })
  return (
    <div className={stack[3]}>
      <ul className={css.list}>
        {notes.map(({ id, text, by, at }) => (
          <li key={id} className={css.entries.note}>
            <p className={css.text}>{text}</p>
            <p className={css.faint}>
              {by ?? 'Former moderator'}, <When at={at} clock={clock} />
            </p>
          </li>
        ))}
      </ul>
      <IntentForm form={form} intent="note" action={action}>
        <TextareaField meta={fields.text} label="Note for moderators" rows={2} />
        <div>
          <Button type="submit" variant="secondary" busy={busy}>
            Add note
          </Button>
        </div>
      </IntentForm>
    </div>
  )
}

/** Lists what happened, the newest first. */
export function History({
  history,
  rules,
  clock,
  caseId = null,
}: {
  history: ModerationHistory
  rules: readonly HouseRule[]
  clock: Clock
  caseId?: string | null
}) {
  if (history.length === 0) return <p className={css.faint}>Nothing yet.</p>
  return (
    <ul className={css.list} data-testid="moderation-history">
      {history.map((entry) => (
        <li key={entry.id} className={css.entries.plain}>
          {entry.caseId && entry.caseId !== caseId ? (
            <Link to={paths.moderationCase(entry.caseId)}>
              {historyText(entry.action, entry.facts, rules)}
            </Link>
          ) : (
            historyText(entry.action, entry.facts, rules)
          )}
          <p className={css.faint}>
            <When at={entry.at} clock={clock} />
            {entry.by && `, ${entry.by}`}
          </p>
          {typeof entry.facts.reason === 'string' && entry.action !== 'reported' && (
            <p className={css.quote}>{entry.facts.reason}</p>
          )}
        </li>
      ))}
    </ul>
  )
}
