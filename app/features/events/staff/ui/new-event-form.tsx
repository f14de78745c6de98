import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { Button } from '#ui/button.tsx'
import { FormErrors, TextField } from '#ui/field.tsx'
import { FormSection } from '#ui/office/form-section.tsx'
import type { newEventValues } from '../event-editor.ts'
import { type NewEventInput, newEventSchema } from '../event-form.schema.ts'
import * as css from './event-form.css.ts'
import { TimeZoneField } from './time-zone-field.tsx'

/**
 * The little that a draft can't be without. Everything else is on the tabs of its editor.
 * @param idempotencyKey makes a form that is sent twice one event
 */
export function NewEventForm({
  values,
  lastResult,
  idempotencyKey,
}: {
  values: ReturnType<typeof newEventValues>
  lastResult: SubmissionResult | null | undefined
  idempotencyKey: string
}) {
  const navigation = useNavigation()
  const [form, fields] = useForm<NewEventInput>({
    id: 'event',
    lastResult,
    defaultValue: values,
    constraint: getZodConstraint(newEventSchema),
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema: newEventSchema }),
  })
  return (
    <Form method="post" {...getFormProps(form)} className={css.form}>
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
      <div className={css.bar}>
        <Button type="submit" busy={navigation.state === 'submitting'}>
          Create draft
        </Button>
      </div>
    </Form>
  )
}
