import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors, SelectField, SwitchField, TextareaField, TextField } from '#ui/field.tsx'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import { GENRES } from '../../event-values.ts'
import { genreName } from '../../events.rules.ts'
import type { EditorValues, EventEditor } from '../event-editor.ts'
import {
  type EventFormInput,
  type EventForm as EventFormOutput,
  eventFormSchema,
} from '../event-form.schema.ts'
import { TIME_ZONES } from '../time-zones.ts'
import { CheckGroup } from './check-group.tsx'
import * as css from './event-form.css.ts'
import { LineUpRows, Rooms } from './event-form-rows.tsx'
import { TicketTypes } from './event-form-tickets.tsx'

function Section({
  id,
  title,
  hint,
  children,
}: {
  id: string
  title: string
  hint?: string
  children: ReactNode
}) {
  return (
    <Card as="section" aria-labelledby={id}>
      <div className={css.section}>
        <h2 id={id} className={css.sectionTitle}>
          {title}
        </h2>
        {hint && <p className={css.hint}>{hint}</p>}
        {children}
      </div>
    </Card>
  )
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * The event with everything it sells, as one form. It posts to its own address, with or without JavaScript; rows are added
 * and taken away by buttons of the form.
 * @param values what it starts with
 * @param lastResult the server's reply to the last try
 * @param editor the event as it is stored; null for a new one
 * @param idempotencyKey makes a new event that is sent twice one event
 */
export function EventForm({
  values,
  lastResult,
  editor,
  idempotencyKey,
}: {
  values: EditorValues
  lastResult: SubmissionResult | null | undefined
  editor: Pick<EventEditor, 'taken' | 'timeTexts' | 'status'> | null
  idempotencyKey?: string
}) {
  const navigation = useNavigation()
  const [form, fields] = useForm<EventFormInput, EventFormOutput>({
    id: 'event',
    lastResult,
    defaultValue: values,
    constraint: getZodConstraint(eventFormSchema),
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema: eventFormSchema }),
  })
  const taken = editor?.taken ?? {}
  const pools = fields.pools.getFieldList()
  const rooms = pools.map((pool) => {
    const { key, name } = pool.getFieldset()
    return { value: text(key.value), label: text(name.value) || 'New room' }
  })
  const zone = text(fields.timeZone.initialValue)
  const zones = TIME_ZONES.some((known) => known.value === zone)
    ? TIME_ZONES
    : [{ value: zone, label: zone }, ...TIME_ZONES]
  const isDraft = !editor || editor.status === 'draft'
  return (
    <Form method="post" {...getFormProps(form)} className={css.form}>
      {/* Enter in a field saves, rather than pressing the first button that removes a row */}
      <button type="submit" className={visuallyHidden} tabIndex={-1} aria-hidden="true">
        Save
      </button>
      <FormErrors id={form.errorId} errors={form.errors} />
      {idempotencyKey && <input type="hidden" name="idempotencyKey" value={idempotencyKey} />}
      <input type="hidden" name={fields.version.name} defaultValue={text(fields.version.initialValue)} />

      <Section id="section-what" title="Basics">
        <TextField meta={fields.title} label="Title" autoComplete="off" />
        <TextField
          meta={fields.summary}
          label="Tagline"
          optional
          hint="Shown on cards and shared links."
          autoComplete="off"
        />
        <TextareaField
          meta={fields.description}
          label="Description"
          optional
          rows={7}
          hint="Plain text. Leave a blank line between paragraphs."
        />
        <CheckGroup
          meta={fields.genres}
          label="Genre"
          options={GENRES.map((genre) => ({ value: genre, label: genreName(genre) }))}
        />
        <div className={css.pair}>
          <SelectField
            meta={fields.visibility}
            label="Who can see it"
            options={[
              { value: 'public', label: 'Everyone' },
              { value: 'members', label: 'Members only' },
              { value: 'unlisted', label: 'Anyone with the link' },
            ]}
          />
          <SelectField
            meta={fields.minAge}
            label="Age"
            options={[
              { value: '0', label: 'All ages' },
              { value: '18', label: '18+' },
              { value: '21', label: '21+' },
            ]}
          />
        </div>
      </Section>

      <Section id="section-when" title="Schedule" hint="Times are local to the venue.">
        <SelectField meta={fields.timeZone} label="Time zone" options={zones} />
        <div className={css.triple}>
          <TextField
            meta={fields.doorsAt}
            label="Doors"
            optional
            type="datetime-local"
            hint={editor?.timeTexts.doorsAt}
          />
          <TextField
            meta={fields.startsAt}
            label="Start"
            type="datetime-local"
            hint={editor?.timeTexts.startsAt}
          />
          <TextField meta={fields.endsAt} label="End" type="datetime-local" hint={editor?.timeTexts.endsAt} />
          <TextField
            meta={fields.lastEntryAt}
            label="Last entry"
            optional
            type="datetime-local"
            hint={editor?.timeTexts.lastEntryAt}
          />
        </div>
      </Section>

      <Section id="section-where" title="Venue">
        <TextField meta={fields.venueName} label="Venue" autoComplete="off" />
        <TextField meta={fields.address} label="Street address" autoComplete="off" />
        <div className={css.pair}>
          <TextField meta={fields.neighborhood} label="Neighborhood" optional autoComplete="off" />
          <TextField meta={fields.city} label="City" autoComplete="off" />
          <TextField meta={fields.region} label="State or region" autoComplete="off" />
          <TextField meta={fields.country} label="Country code" autoComplete="off" maxLength={2} />
        </div>
      </Section>

      <Section
        id="section-rooms"
        title="Rooms"
        hint="How many people each room holds. We never sell more than that."
      >
        <Rooms form={form} pools={fields.pools} rooms={rooms} taken={taken} />
      </Section>

      <Section
        id="section-tickets"
        title="Tickets"
        hint="Each ticket type has one or more prices. When one sells out or ends, the next one starts."
      >
        <TicketTypes form={form} types={fields.types} rooms={rooms} taken={taken} />
      </Section>

      <Section id="section-money" title="Fees and limits" hint="Prices on the site include these fees.">
        <div className={css.pair}>
          <TextField meta={fields.feeFixedCents} label="Fee per ticket ($)" inputMode="decimal" />
          <TextField meta={fields.feeBps} label="Fee (%)" inputMode="decimal" />
          <TextField meta={fields.taxBps} label="Tax (%)" inputMode="decimal" hint="Added at checkout." />
          <TextField
            meta={fields.maxPerPerson}
            label="Limit per person"
            optional
            inputMode="numeric"
            hint="Leave blank to use the site's limit."
          />
        </div>
        <SwitchField meta={fields.salesPaused} label="Pause all sales" />
        <SwitchField
          meta={fields.showGoing}
          label="Show how many are going"
          hint="Visitors see it from 10 tickets on, rounded down"
        />
      </Section>

      <Section id="section-line-up" title="Lineup">
        <LineUpRows form={form} acts={fields.lineUp} />
      </Section>

      <Section
        id="section-details"
        title="Details"
        hint={editor ? undefined : 'You can add a picture once the draft is saved.'}
      >
        <div className={css.pair}>
          <TextField meta={fields.dressCode} label="Dress code" optional autoComplete="off" />
          <TextField meta={fields.idPolicy} label="ID policy" optional autoComplete="off" />
        </div>
        <SwitchField
          meta={fields.isTest}
          label="Test event"
          hint="Hidden from event lists and analytics. Its tickets don't work at real events."
        />
      </Section>

      <div className={css.bar}>
        <Button type="submit" busy={navigation.state === 'submitting'}>
          {isDraft ? 'Save draft' : 'Save changes'}
        </Button>
      </div>
    </Form>
  )
}
