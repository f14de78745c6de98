import type { SubmissionResult } from '@conform-to/react'
import { Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextareaField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { stack } from '#ui/layout.css.ts'
import { touchLink } from '#ui/touch-link.css.ts'
import { sanctionName, sourceNames, stateNames, stepNames } from '../moderation.rules.ts'
import { liftSchema, sanctionSchema } from '../moderation.schema.ts'
import { type ModeratedPerson, type Sanction, sanctionSteps } from '../moderation.types.ts'
import { Section } from './case-page.tsx'
import * as css from './moderation.css.ts'
import { History, Notes, RecordFacts, SanctionList, When } from './person-record.tsx'

/** Warns or mutes a person without a case. */
function SanctionForm({ person, reply }: { person: ModeratedPerson; reply: SubmissionResult | null }) {
  const { form, fields, busy } = useIntentForm(sanctionSchema, {
    intent: 'sanction',
    reply,
    defaultValue: { step: person.nextStep },
  })
  return (
    <IntentForm form={form} intent="sanction" action={paths.moderatedPerson(person.id)}>
      <SelectField
        meta={fields.step}
        label="Warn or mute"
        options={sanctionSteps.map((value) => ({ value, label: stepNames[value] }))}
      />
      <SelectField
        meta={fields.rule}
        label="Rule"
        placeholder="Choose"
        options={person.rules.map(({ rule: value, number, title }) => ({
          value,
          label: `${number}. ${title}`,
        }))}
      />
      <TextareaField meta={fields.reason} label="Reason" hint="They read this." rows={2} />
      <div>
        <Button type="submit" variant="danger" busy={busy}>
          Warn or mute
        </Button>
      </div>
    </IntentForm>
  )
}

/** Ends a sanction early; admins only. */
function LiftForm({
  person,
  sanction,
  reply,
}: {
  person: ModeratedPerson
  sanction: Sanction
  reply: SubmissionResult | null
}) {
  const { form, fields, busy } = useIntentForm(liftSchema, { intent: 'lift', reply })
  return (
    <IntentForm form={form} intent="lift" action={paths.moderatedPerson(person.id)}>
      <input type="hidden" name="sanction" value={sanction.id} />
      <TextareaField
        meta={fields.reason}
        label={`End early: ${sanctionName(sanction)}`}
        hint="Say why. They read this."
        rows={2}
      />
      <div>
        <Button type="submit" variant="secondary" busy={busy}>
          End it now
        </Button>
      </div>
    </IntentForm>
  )
}

/**
 * Shows what moderators know of a person, and warns or mutes them.
 * @param mayLift true for admins
 * @param reply the server's reply to the last try
 */
export function ModeratedPersonPage({
  person,
  mayLift,
  reply,
}: {
  person: ModeratedPerson
  mayLift: boolean
  reply: SubmissionResult | null
}) {
  const replyTo = (intent: string) => (reply?.initialValue?.intent === intent ? reply : null)
  const active = person.sanctions.find(({ isActive, kind }) => isActive && kind === 'mute')
  return (
    <div className={css.columns}>
      <div className={stack[5]}>
        <Section id="record-facts" title="Record">
          <RecordFacts person={person} clock={person} />
          <p>
            <Link to={paths.userManagementPerson(person.id)} className={touchLink}>
              Open their account
            </Link>
          </p>
        </Section>
        <Section id="record-cases" title="Cases">
          {person.cases.length === 0 && <p className={css.faint}>No cases.</p>}
          <ul className={css.list}>
            {person.cases.map(({ id, excerpt, sources, state, openedAt }) => (
              <li key={id} className={css.entries.plain}>
                <div className={css.two}>
                  <Link to={paths.moderationCase(id)}>{excerpt || 'Erased'}</Link>
                  <p className={css.badges}>
                    <Badge tone={stateNames[state].tone}>{stateNames[state].text}</Badge>
                    <span className={css.faint}>
                      {sources.map((source) => sourceNames[source]).join(', ')},{' '}
                      <When at={openedAt} clock={person} />
                    </span>
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </Section>
        <Section id="record-history" title="History">
          <History history={person.history} rules={person.rules} clock={person} />
        </Section>
      </div>
      <div className={stack[5]}>
        <Section id="record-sanctions" title="Warnings and mutes">
          <SanctionList sanctions={person.sanctions} rules={person.rules} clock={person} />
          {mayLift && active && <LiftForm person={person} sanction={active} reply={replyTo('lift')} />}
          {!person.isStaff && <SanctionForm person={person} reply={replyTo('sanction')} />}
        </Section>
        <Section id="record-notes" title="Notes">
          <Notes
            notes={person.notes}
            clock={person}
            action={paths.moderatedPerson(person.id)}
            reply={replyTo('note')}
          />
        </Section>
      </div>
    </div>
  )
}
