import { SelectField, TextField } from '#ui/field.tsx'
import { doorFormSchema } from '../event-form.schema.ts'
import * as css from './event-form.css.ts'
import { EventTabForm, type EventTabProps, Section, useEventTab } from './event-tab.tsx'

/** Whom an event admits, and until when. */
export function DoorTab({ event, lastResult }: EventTabProps) {
  const [form, fields] = useEventTab(doorFormSchema, event.values, lastResult)
  return (
    <EventTabForm form={form} version={fields.version} event={event}>
      <Section id="section-door" title="At the door" hint="Shown on the event page and on each ticket.">
        <div className={css.pair}>
          <SelectField
            meta={fields.minAge}
            label="Age"
            options={[
              { value: '0', label: 'All ages' },
              { value: '18', label: '18+' },
              { value: '21', label: '21+' },
            ]}
          />
          <TextField
            meta={fields.lastEntryAt}
            label="Last entry"
            optional
            type="datetime-local"
            hint={event.timeTexts.lastEntryAt || 'Local to the venue.'}
          />
          <TextField meta={fields.dressCode} label="Dress code" optional autoComplete="off" />
          <TextField meta={fields.idPolicy} label="ID policy" optional autoComplete="off" />
        </div>
      </Section>
    </EventTabForm>
  )
}
