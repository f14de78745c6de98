import { Form, useNavigation } from '@remix-run/react'
import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner, type BannerTone } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field, FormErrors, Select, TextInput } from '#ui/field.tsx'
import { stack, text } from '#ui/layout.css.ts'
import { Badges } from '#ui/office/cells.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { firstScan, scanName, scanSentence, type Verdict, verdictOf } from '../door.rules.ts'
import type { ScanResponse } from '../door.types.ts'
import { overrideReasons, undoReasons } from '../door-search.rules.ts'
import type { FoundAtDoor, PersonAtDoor } from '../door-search.types.ts'
import { deviceId } from './device-id.ts'
import * as css from './door-search.css.ts'
import { resultTones } from './result-tones.ts'

type Event = { id: string; title: string; timeZone: string }
type Sent = {
  intent: string
  found: FoundAtDoor | null
  person: PersonAtDoor | null
  done: ScanResponse | null
  problem: string | null
  fields: Record<string, string[] | null>
}

/**
 * Finds tickets at the door without their code. Names are masked until one is tapped; each look is recorded. Works by forms, with and
 * without JavaScript.
 * @param person the ticket that the address names
 * @param scanId names the next scan
 * @param sent what the last form led to; null for none
 */
export function DoorSearch({
  event,
  gate,
  person: named,
  scanId,
  sent,
}: {
  event: Event
  gate: string
  person: PersonAtDoor | null
  scanId: string
  sent: Sent | null
}) {
  const outcome = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (sent) outcome.current?.focus({ preventScroll: true })
  }, [sent])
  const place = { event: event.id, gate: gate || null }
  const isOfPerson = sent !== null && (sent.intent === 'undo' || sent.intent === 'override')
  const person = sent?.person ?? (sent === null || (isOfPerson && !sent.done) ? named : null)
  return (
    <div className={css.column}>
      <PageHeader title="Find a guest" text={gate ? `${event.title}, gate: ${gate}` : event.title} />
      <LinkTabs
        label="Door"
        tabs={[
          { to: paths.ticketScanner(place), label: 'Scanner', current: false },
          { to: paths.doorGuests(place), label: 'Guest list', current: false },
          { to: paths.doorSearch(place), label: 'Find a guest', current: true },
        ]}
      />
      <SearchForm event={event} gate={gate} errors={sent?.intent === 'find' ? sent.fields.q : null} />
      <div ref={outcome} tabIndex={-1} className={css.results} aria-live="polite">
        {sent?.problem && <Banner tone="danger" title={sent.problem} />}
        {sent && Object.keys(sent.fields).length > 0 && sent.intent !== 'find' && (
          <FormErrors
            id="door-search-errors"
            errors={Object.values(sent.fields).flatMap((each) => each ?? [])}
          />
        )}
        {sent?.done && <Done done={sent.done} />}
        {person && <Person person={person} event={event} gate={gate} scanId={scanId} />}
        {sent?.found && <Found found={sent.found} event={event} gate={gate} />}
      </div>
      <p className={text.small}>Searches and looks are recorded with your name.</p>
    </div>
  )
}

/** The fields of each form: where it is. */
function Place({ event, gate }: { event: Event; gate: string }) {
  return (
    <>
      <input type="hidden" name="event" value={event.id} />
      <input type="hidden" name="gate" value={gate} />
    </>
  )
}

function SearchForm({
  event,
  gate,
  errors,
}: {
  event: Event
  gate: string
  errors: string[] | null | undefined
}) {
  const { formData } = useNavigation()
  return (
    <Form
      method="post"
      action={paths.doorSearch({ event: event.id, gate: gate || null })}
      className={css.find}
    >
      <Place event={event} gate={gate} />
      <input type="hidden" name="intent" value="find" />
      <Field
        id="door-search"
        label="Name, order code or last 4 digits of the phone"
        errors={errors ?? undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            name="q"
            type="search"
            autoComplete="off"
            maxLength={80}
            minLength={2}
            required
            enterKeyHint="search"
          />
        )}
      </Field>
      <Button type="submit" busy={formData?.get('intent') === 'find'}>
        <Search size={18} aria-hidden="true" />
        Find
      </Button>
    </Form>
  )
}

function Found({
  found: { found, isMore },
  event,
  gate,
}: {
  found: FoundAtDoor
  event: Event
  gate: string
}) {
  if (found.length === 0)
    return (
      <EmptyState
        title="Nobody found"
        text="Try a part of the name, the order code, or the last 4 digits of the phone."
      />
    )
  return (
    <>
      <h2 className={css.heading}>
        {found.length} {found.length === 1 ? 'ticket' : 'tickets'}
        {isMore && ' or more: enter more of the name'}
      </h2>
      <ul className={css.list}>
        {found.map(({ ticketId, name, typeName, isVip, result }) => (
          <li key={ticketId}>
            <Form method="post">
              <Place event={event} gate={gate} />
              <input type="hidden" name="intent" value="view" />
              <button type="submit" name="ticket" value={ticketId} className={css.row}>
                <span className={css.rowText}>
                  <strong>{name}</strong>
                  <span className={text.small}>{typeName}</span>
                </span>
                <Badges>
                  {isVip && <Badge tone="accent">VIP</Badge>}
                  <Badge tone={resultTones[verdictOf({ result, bounce: false })]}>{standing(result)}</Badge>
                </Badges>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The result that a scan would have. */
const standing = (result: PersonAtDoor['result']) =>
  result === 'ok' ? 'Not in yet' : scanName({ result, bounce: false })

function Person({
  person,
  event,
  gate,
  scanId,
}: {
  person: PersonAtDoor
  event: Event
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
  event: Event
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

const bannerTones: Record<Verdict, BannerTone> = {
  admit: 'success',
  again: 'info',
  out: 'info',
  check: 'warning',
  stop: 'danger',
}

/** Says what became of the ticket that was looked at. */
function Done({ done }: { done: ScanResponse }) {
  const who = [done.firstName, done.typeName].filter(Boolean).join(', ')
  return (
    <Banner tone={bannerTones[verdictOf(done)]} title={`${scanName(done)}${who ? `: ${who}` : ''}`}>
      {scanSentence(done)}
    </Banner>
  )
}
