import { Form } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { Field, TextInput } from '#ui/field.tsx'
import type { StationQuery } from '../pickup.schema.ts'
import * as css from './pickup-station.css.ts'

/** Names the station, so that hand-overs say where they were. A whole page load, which the scanner's worker answers without a network. */
export function StationName({ event, point, gate }: StationQuery) {
  return (
    <details data-testid="station-name">
      <summary className={css.station}>
        <span className={css.stationText}>{gate ? `Station: ${gate}` : 'This station has no name.'}</span>
        <span className={css.rename}>{gate ? 'Rename' : 'Name it'}</span>
      </summary>
      <Form method="get" action={paths.pickupStation()} reloadDocument className={css.find}>
        {event && <input type="hidden" name="event" value={event} />}
        {point && <input type="hidden" name="point" value={point} />}
        <Field id="station-name" label="Station name" hint="Shown with every hand-over.">
          {(control) => (
            <TextInput
              {...control}
              name="gate"
              defaultValue={gate}
              maxLength={60}
              autoComplete="off"
              placeholder="Merch table"
            />
          )}
        </Field>
        <Button type="submit" variant="secondary">
          Save
        </Button>
      </Form>
    </details>
  )
}
