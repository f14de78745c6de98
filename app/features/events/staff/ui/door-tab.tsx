import * as paths from '#core/paths.ts'
import { LinkButton } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { cluster } from '#ui/layout.css.ts'
import { FormSection } from '#ui/office/form-section.tsx'
import { doorFormSchema } from '../event-form.schema.ts'
import * as css from './event-form.css.ts'
import { EventTabForm, type EventTabProps, useEventTab } from './event-tab.tsx'

/** Whom an event admits, and until when. */
export function DoorTab({ event, lastResult }: EventTabProps) {
  const [form, fields] = useEventTab(doorFormSchema, event.values, lastResult)
  return (
    <>
      <EventTabForm form={form} version={fields.version} event={event}>
        <FormSection id="section-door" title="At the door" hint="Shown on the event page and on each ticket.">
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
              hint={event.timeTexts.lastEntryAt || 'Local time at the venue.'}
            />
            <SelectField
              meta={fields.reentries}
              label="Re-entry"
              options={[
                { value: '0', label: 'Not allowed' },
                { value: '1', label: 'Once' },
                { value: '2', label: 'Twice' },
                { value: '3', label: '3 times' },
                { value: '20', label: 'As often as they like' },
              ]}
            />
            <TextField meta={fields.dressCode} label="Dress code" optional autoComplete="off" />
            <TextField meta={fields.idPolicy} label="ID policy" optional autoComplete="off" />
          </div>
        </FormSection>
      </EventTabForm>
      <FormSection
        id="section-door-staff"
        title="Door staff"
        hint="Who can scan or manage the door for this event."
      >
        <div className={cluster[3]}>
          <LinkButton to={paths.staffGrants({ event: event.id })} variant="secondary">
            See who has access
          </LinkButton>
          <LinkButton to={paths.staffInvitations({ event: event.id })} variant="secondary">
            Invite someone
          </LinkButton>
        </div>
      </FormSection>
    </>
  )
}
