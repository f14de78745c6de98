import { Form, Link, useNavigation } from '@remix-run/react'
import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner, type BannerTone } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field, FormErrors, TextInput } from '#ui/field.tsx'
import { text } from '#ui/layout.css.ts'
import { Badges } from '#ui/office/cells.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { scanName, scanSentence, type Verdict, verdictOf } from '../door.rules.ts'
import type { ScanResponse } from '../door.types.ts'
import type { FoundAtDoor, PersonAtDoor } from '../door-search.types.ts'
import { DoorPerson, Place, type SearchedEvent, standing } from './door-person.tsx'
import * as css from './door-search.css.ts'
import { resultTones } from './result-tones.ts'

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
  event: SearchedEvent
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
        {person && <DoorPerson person={person} event={event} gate={gate} scanId={scanId} />}
        {sent?.found && <Found found={sent.found} event={event} gate={gate} />}
      </div>
      <p className={text.small}>
        Searches and looks are recorded with your name. <Link to={paths.doorBans(place)}>Ban list</Link>
      </p>
    </div>
  )
}

function SearchForm({
  event,
  gate,
  errors,
}: {
  event: SearchedEvent
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
  event: SearchedEvent
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
