import { Form, Link } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field, Select, TextInput } from '#ui/field.tsx'
import { stack, text } from '#ui/layout.css.ts'
import { Badges } from '#ui/office/cells.tsx'
import { firstScan, scanName, scanSentence, verdictOf } from '../door.rules.ts'
import { overrideReasons, undoReasons } from '../door-search.rules.ts'
import type { PersonAtDoor } from '../door-search.types.ts'
import { deviceId } from './device-id.ts'
import * as css from './door-search.css.ts'
import { resultTones } from './result-tones.ts'

/** The event of a search. */
export type SearchedEvent = { id: string; title: string; timeZone: string }

/** The fields of each form: where it is. */
export function Place({ event, gate }: { event: SearchedEvent; gate: string }) {
  return (
    <>
      <input type="hidden" name="event" value={event.id} />
      <input type="hidden" name="gate" value={gate} />
    </>
  )
}

/** The result that a scan would have. */
export const standing = (result: PersonAtDoor['result']) =>
  result === 'ok' ? 'Not in yet' : scanName({ result, bounce: false })

/** One ticket in full, and what a door manager may do with it. */
export function DoorPerson({
  person,
  event,
  gate,
  scanId,
}: {
  person: PersonAtDoor
  event: SearchedEvent
  gate: string
  scanId: string
}) {
  const { name, typeName, partOf, orderCode, phoneEnd, result, isVip, minAge } = person
  const first = firstScan(
    { firstAt: person.firstAt ?? null, firstGate: person.firstGate ?? null, firstBy: person.firstBy ?? null },
    event.timeZone,
  )
  const scan = { ticket: person.ticketId, scanId, event, gate }
  return (
    <Card as="section" aria-labelledby="person-name" className={stack[3]} data-testid="person">
      <div>
        <h2 id="person-name" className={css.name}>
          {name}
        </h2>
        <p>{[typeName, partOf].filter(Boolean).join(', ')}</p>
      </div>
      <Badges>
        <Badge tone={resultTones[verdictOf({ result, bounce: false })]}>{standing(result)}</Badge>
        {isVip && <Badge tone="accent">VIP</Badge>}
        {minAge > 0 && <Badge tone="warning">Check age: {minAge}+</Badge>}
      </Badges>
      <p className={text.small}>
        Order <span className={css.code}>{orderCode}</span>
        {phoneEnd && `, phone ending in ${phoneEnd}`}
      </p>
      {person.ban && (
        <Banner tone="danger" title={`Ban list: ${person.ban.reason ?? ''}`}>
          {person.ban.looks && <p>{person.ban.looks}</p>}
          <p>The name or the account matches. Check the ID before you decide.</p>
        </Banner>
      )}
      {first && <p>{first}</p>}
      {result === 'ok' && (
        <ScanForm {...scan} intent="admit">
          <Button type="submit" size="lg">
            Let in
          </Button>
        </ScanForm>
      )}
      {result !== 'ok' && result !== 'already_in' && <p>{scanSentence({ result, bounce: false })}</p>}
      {person.mayOverride && (
        <ScanForm {...scan} intent="override">
          <Reason id="override" options={overrideReasons} />
          <Button type="submit" variant="secondary">
            Let in anyway
          </Button>
        </ScanForm>
      )}
      {person.mayUndo && (
        <ScanForm {...scan} intent="undo">
          <Reason id="undo" options={undoReasons} />
          <Button type="submit" variant="secondary">
            Undo check-in
          </Button>
        </ScanForm>
      )}
      {!person.ban && (
        <p>
          <Link to={paths.doorBans({ event: event.id, ticket: person.ticketId })}>Add to the ban list</Link>
        </p>
      )}
    </Card>
  )
}

function ScanForm({
  intent,
  ticket,
  scanId,
  event,
  gate,
  children,
}: {
  intent: string
  ticket: string
  scanId: string
  event: SearchedEvent
  gate: string
  children: ReactNode
}) {
  const [device, setDevice] = useState('')
  useEffect(() => setDevice(deviceId()), [])
  return (
    <Form method="post" className={stack[3]}>
      <Place event={event} gate={gate} />
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="ticket" value={ticket} />
      <input type="hidden" name="scan" value={scanId} />
      {device && <input type="hidden" name="device" value={device} />}
      {children}
    </Form>
  )
}

function Reason({ id, options }: { id: string; options: readonly string[] }) {
  return (
    <>
      <Field id={`${id}-reason`} label="Reason">
        {(control) => (
          <Select
            {...control}
            name="reason"
            required
            placeholder="Choose a reason"
            options={options.map((value) => ({ value, label: value }))}
          />
        )}
      </Field>
      <Field id={`${id}-note`} label="Details (needed for Other)">
        {(control) => <TextInput {...control} name="note" maxLength={120} autoComplete="off" />}
      </Field>
    </>
  )
}
