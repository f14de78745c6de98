import { Form } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { formatDay } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Checkbox, Field, Select, TextInput } from '#ui/field.tsx'
import * as layout from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import type { DoorEvent } from '../door.types.ts'
import * as css from './scanner.css.ts'

type ChooserProps = {
  events: DoorEvent[]
  /** The event and gate that the scanner is set to; null before the first choice. */
  event: DoorEvent | null
  /** True if the address names an event that is not among them. */
  isUnknown: boolean
  gate: string
  /** True where the scanner asks before it lets somebody in. */
  asksFirst: boolean
  now: string
}

/** Asks at which event and gate to scan; a page among the other staff pages. */
export function DoorChooser({ events, event, isUnknown, gate, asksFirst, now }: ChooserProps) {
  const [chosen, setChosen] = useState(event?.id ?? events[0]?.id)
  const managed = [event ?? events[0]].find((each) => each?.mayManage)
  // Before JavaScript nobody knows which event is chosen: the gates of all are suggested.
  const [isLive, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  const gates = isLive
    ? (events.find(({ id }) => id === chosen)?.gates ?? [])
    : [...new Set(events.flatMap((each) => each.gates))]
  if (events.length === 0) {
    return (
      <EmptyState
        headingLevel={1}
        title="No events to scan"
        text="Events show up here two days before doors and stay until 12 hours after they end."
        action={
          <div className={css.chooseActions}>
            <LinkButton to={paths.scannerPractice()} variant="secondary">
              Practice
            </LinkButton>
            <LinkButton to={paths.pickupStation()} variant="secondary">
              Hand over goods
            </LinkButton>
          </div>
        }
      />
    )
  }
  return (
    <div className={css.chooser}>
      <PageHeader title="Ticket scanner" />
      {isUnknown && (
        <Banner tone="warning" title="That event isn’t one you can scan now.">
          <p>Choose one of these.</p>
        </Banner>
      )}
      <Card as="section" className={layout.stack[4]} aria-label="Door">
        <Form method="get" className={css.choose}>
          <Field id="event" label="Event">
            {(control) => (
              <Select
                {...control}
                name="event"
                key={event?.id}
                defaultValue={event?.id}
                onChange={({ currentTarget }) => setChosen(currentTarget.value)}
                options={events.map((each) => ({
                  value: each.id,
                  label: `${each.title} (${formatDay(each.doorsAt, each.timeZone, now)})`,
                }))}
              />
            )}
          </Field>
          <Field id="gate" label="Gate" optional>
            {(control) => (
              <>
                <TextInput
                  {...control}
                  name="gate"
                  defaultValue={gate}
                  maxLength={60}
                  placeholder={gates[0] ?? 'Main'}
                  list="gates"
                />
                <datalist id="gates">
                  {gates.map((name) => (
                    <option key={name} value={name} />
                  ))}
                </datalist>
              </>
            )}
          </Field>
          <label htmlFor="ask" className={css.ask}>
            <Checkbox id="ask" name="ask" value="1" defaultChecked={asksFirst} aria-describedby="ask-hint" />
            <span>
              Ask before letting in
              <span id="ask-hint" className={css.askHint}>
                Shows who it is first. You let them in with a press, after an ID check for example.
              </span>
            </span>
          </label>
          <div className={css.chooseActions}>
            <Button type="submit" size="lg">
              Start scanning
            </Button>
            {event && (
              <LinkButton
                to={paths.ticketScanner({ event: event.id, gate, ask: asksFirst ? '1' : null })}
                variant="ghost"
                size="lg"
              >
                Cancel
              </LinkButton>
            )}
            <LinkButton to={paths.pickupStation()} variant="ghost" size="lg">
              Hand over goods
            </LinkButton>
            <LinkButton to={paths.scannerPractice()} variant="ghost" size="lg">
              Practice
            </LinkButton>
            {managed && (
              <LinkButton to={paths.doorDevices({ event: managed.id })} variant="ghost" size="lg">
                Devices
              </LinkButton>
            )}
          </div>
        </Form>
      </Card>
    </div>
  )
}
