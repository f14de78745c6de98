import type { SubmissionResult } from '@conform-to/react'
import { Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextareaField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { appealDecisionSchema } from '../moderation.schema.ts'
import type { Appeal, AppealList } from '../moderation.types.ts'
import { Section } from './case-page.tsx'
import * as css from './moderation.css.ts'
import { type Clock, When } from './person-record.tsx'

const kinds: Record<Appeal['kind'], string> = {
  warn: 'Warning',
  mute: 'Mute',
  removed: 'Removed post',
}

/** Says what granting does. */
const effects: Record<Appeal['kind'], string> = {
  warn: 'Granting lifts the warning.',
  mute: 'Granting ends the mute.',
  removed: 'Granting shows the post again.',
}

/** Takes the decision about one appeal. */
function DecisionForm({ appeal, reply }: { appeal: Appeal; reply: SubmissionResult | null }) {
  const intent = `decide-${appeal.id}`
  const { form, fields, busy } = useIntentForm(appealDecisionSchema, { intent, reply })
  return (
    <IntentForm form={form} intent="decide" action={paths.moderationAppeals()}>
      <input type="hidden" name="appeal" value={appeal.id} />
      <TextareaField
        meta={fields.reason}
        label="Reason"
        hint={`They read this. ${effects[appeal.kind]}`}
        rows={2}
      />
      <div className={cluster[3]}>
        <Button type="submit" name="decision" value="grant" busy={busy}>
          Grant appeal
        </Button>
        <Button type="submit" name="decision" value="deny" variant="secondary" busy={busy}>
          Deny appeal
        </Button>
      </div>
    </IntentForm>
  )
}

function AppealCard({
  appeal,
  clock,
  reply,
}: {
  appeal: Appeal
  clock: Clock
  reply: SubmissionResult | null
}) {
  return (
    <Section
      id={`appeal-${appeal.id}`}
      title={
        <>
          {kinds[appeal.kind]}: <Link to={paths.moderatedPerson(appeal.personId)}>{appeal.person}</Link>
        </>
      }
    >
      <p className={css.faint}>
        Appealed <When at={appeal.createdAt} clock={clock} />. First decided by{' '}
        {appeal.firstBy ?? 'a former moderator'}.{' '}
        {appeal.caseId && <Link to={paths.moderationCase(appeal.caseId)}>Open the case</Link>}
      </p>
      {appeal.postBody && (
        <div className={css.part}>
          <h3 className={css.partTitle}>Post</h3>
          <p className={css.quote}>{appeal.postBody}</p>
        </div>
      )}
      {appeal.firstReason && (
        <div className={css.part}>
          <h3 className={css.partTitle}>Reason given</h3>
          <p className={css.quote}>{appeal.firstReason}</p>
        </div>
      )}
      <div className={css.part}>
        <h3 className={css.partTitle}>Appeal</h3>
        <p className={css.text}>{appeal.text}</p>
      </div>
      {appeal.state !== 'open' ? (
        <p className={css.badges}>
          <Badge tone={appeal.state === 'granted' ? 'success' : 'neutral'}>
            {appeal.state === 'granted' ? 'Granted' : 'Denied'}
          </Badge>
          <span className={css.faint}>
            {appeal.decidedBy}, {appeal.decidedAt && <When at={appeal.decidedAt} clock={clock} />}.{' '}
            {appeal.reason}
          </span>
        </p>
      ) : appeal.isOwn ? (
        <p className={css.faint}>You decided this the first time, so another moderator looks at it.</p>
      ) : (
        <DecisionForm appeal={appeal} reply={reply} />
      )}
    </Section>
  )
}

/** Lists appeals, those that wait first. @param reply the server's reply to the last decision */
export function AppealPage({ list, reply }: { list: AppealList; reply: SubmissionResult | null }) {
  if (list.appeals.length === 0)
    return (
      <EmptyState
        title="No appeals"
        text="People can appeal for 14 days against a warning, a mute or a removed post."
      />
    )
  return (
    <div className={stack[5]}>
      {list.appeals.map((appeal) => (
        <AppealCard
          key={appeal.id}
          appeal={appeal}
          clock={list}
          reply={reply?.initialValue?.appeal === appeal.id ? reply : null}
        />
      ))}
    </div>
  )
}
