import { Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { CheckGroup } from '#ui/check-group.tsx'
import { SelectField, SwitchField, TextareaField, TextField } from '#ui/field.tsx'
import { FormSection } from '#ui/office/form-section.tsx'
import { GENRES } from '../../event-values.ts'
import { genreName } from '../../events.rules.ts'
import { detailsFormSchema } from '../event-form.schema.ts'
import * as css from './event-form.css.ts'
import { EventTabForm, type EventTabProps, useEventTab } from './event-tab.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

/** Edits what, when and where an event is, and who may see it. */
export function DetailsTab({ event, lastResult }: EventTabProps) {
  const [form, fields] = useEventTab(detailsFormSchema, event.values, lastResult)
  return (
    <EventTabForm form={form} version={fields.version} event={event}>
      <FormSection id="section-what" title="Basics">
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
        <SelectField
          meta={fields.visibility}
          label="Who can see it"
          options={[
            { value: 'public', label: 'Everyone' },
            { value: 'members', label: 'Members only' },
            { value: 'unlisted', label: 'Anyone with the link' },
            { value: 'password', label: 'Anyone with the password' },
          ]}
        />
        <SwitchField
          meta={fields.showGoing}
          label="Show how many are going"
          hint="Visitors see it once 10 tickets are sold, rounded down"
        />
      </FormSection>

      <FormSection
        id="section-series"
        title="Series"
        hint="Dates in a series link to each other. Each has its own tickets."
      >
        <div className={css.pair}>
          <SelectField
            meta={fields.seriesId}
            label="Series"
            options={[
              { value: '', label: 'None' },
              ...event.series.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <TextField meta={fields.newSeries} label="Or start a new one" optional autoComplete="off" />
        </div>
        {event.values.seriesId && (
          <p>
            <Link to={paths.adminEvents({ series: event.values.seriesId })}>
              See its dates, edit its name and description
            </Link>
          </p>
        )}
      </FormSection>

      <FormSection id="section-when" title="Schedule" hint="Times are local time at the venue.">
        <TimeZoneField meta={fields.timeZone} />
        <div className={css.triple}>
          <TextField
            meta={fields.doorsAt}
            label="Doors"
            optional
            type="datetime-local"
            hint={event.timeTexts.doorsAt}
          />
          <TextField
            meta={fields.startsAt}
            label="Start"
            type="datetime-local"
            hint={event.timeTexts.startsAt}
          />
          <TextField meta={fields.endsAt} label="End" type="datetime-local" hint={event.timeTexts.endsAt} />
        </div>
      </FormSection>

      <FormSection id="section-where" title="Venue">
        <TextField meta={fields.venueName} label="Venue" autoComplete="off" />
        <TextField meta={fields.address} label="Street address" autoComplete="off" />
        <div className={css.pair}>
          <TextField
            meta={fields.latitude}
            label="Latitude"
            optional
            inputMode="decimal"
            autoComplete="off"
            hint="For the map on the event page. Map apps show both numbers when you press and hold the venue."
          />
          <TextField
            meta={fields.longitude}
            label="Longitude"
            optional
            inputMode="decimal"
            autoComplete="off"
          />
        </div>
        <div className={css.pair}>
          <SelectField
            meta={fields.locationVisibility}
            label="Who can see the venue"
            hint="Until they can, pages show the neighborhood and city. Ticket holders get an email with the address."
            options={[
              { value: 'public', label: 'Everyone' },
              { value: 'holders', label: 'Ticket holders only' },
              { value: 'hours', label: 'Everyone, some hours before doors' },
            ]}
          />
          <TextField
            meta={fields.locationHours}
            label="Hours before doors"
            optional
            inputMode="numeric"
            hint="When the venue is revealed. 24 if you leave it empty."
            autoComplete="off"
          />
        </div>
        <div className={css.pair}>
          <TextField meta={fields.neighborhood} label="Neighborhood" optional autoComplete="off" />
          <TextField meta={fields.city} label="City" autoComplete="off" />
          <TextField meta={fields.region} label="State or region" autoComplete="off" />
          <TextField meta={fields.country} label="Country code" autoComplete="off" maxLength={2} />
        </div>
      </FormSection>
    </EventTabForm>
  )
}
