import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { formatMoment } from '#core/event-time.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { FormErrors, TextField } from '#ui/field.tsx'
import { FormSection } from '#ui/office/form-section.tsx'
import type { newEventValues } from '../event-editor.ts'
import { type NewEventInput, newEventSchema } from '../event-form.schema.ts'
import { newEventId } from '../event-tabs.ts'
import type { KeptForm } from '../staff-events.types.ts'
import * as css from './event-form.css.ts'
import { DiscardForm, DraftBar } from './event-tab.tsx'
import { TimeZoneField } from './time-zone-field.tsx'
import { useEventDraft } from './use-event-draft.ts'

/**
 * The little that a draft can't be without. Everything else is on the tabs of its editor. What is typed is kept on the server while
 * it is typed.
 * @param kept what the person typed earlier and did not save; null for nothing
 * @param idempotencyKey makes a form that is sent twice one event
 */
export function NewEventForm({
  values,
  kept,
  now,
  lastResult,
  idempotencyKey,
}: {
  values: ReturnType<typeof newEventValues>
  kept: KeptForm | null
  now: string
  lastResult: SubmissionResult | null | undefined
  idempotencyKey: string
}) {
  const navigation = useNavigation()
  const [form, fields] = useForm<NewEventInput>({
    id: 'event',
    lastResult,
    defaultValue: { ...values, ...kept?.form } as never,
    constraint: getZodConstraint(newEventSchema),
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema: newEventSchema }),
  })
  const { savedAt, failed, onInput, stop } = useEventDraft(newEventId, 'new')
  const props = getFormProps(form)
  return (
    <>
      <Form
        method="post"
        {...props}
        className={css.form}
        onInput={onInput}
        onSubmit={(submitted) => {
          props.onSubmit(submitted)
          if (!submitted.defaultPrevented) stop()
        }}
      >
        {kept && (
          <Banner tone="info" title={`What you typed ${formatMoment(kept.savedAt, values.timeZone, now)}`}>
            <p>Only you see it until you create the draft.</p>
          </Banner>
        )}
        <FormErrors id={form.errorId} errors={form.errors} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <FormSection id="section-what" title="Start with the basics">
          <TextField meta={fields.title} label="Title" autoComplete="off" />
          <div className={css.triple}>
            <TextField meta={fields.doorsAt} label="Doors" optional type="datetime-local" />
            <TextField meta={fields.startsAt} label="Start" type="datetime-local" />
            <TextField meta={fields.endsAt} label="End" type="datetime-local" />
          </div>
          <TimeZoneField meta={fields.timeZone} />
          <div className={css.triple}>
            <TextField meta={fields.venueName} label="Venue" optional autoComplete="off" />
            <TextField meta={fields.city} label="City" autoComplete="off" />
            <TextField meta={fields.region} label="State or region" optional autoComplete="off" />
          </div>
        </FormSection>
        <DraftBar keptAt={savedAt ?? kept?.savedAt ?? null} {...{ failed, stop }} timeZone={values.timeZone}>
          <Button type="submit" busy={navigation.state === 'submitting'}>
            Create draft
          </Button>
        </DraftBar>
      </Form>
      <DiscardForm eventId={newEventId} draftKey="new" />
    </>
  )
}
