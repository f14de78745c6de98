import { Form } from '@remix-run/react'
import { IdCard, Music, StickyNote, Ticket, UsersRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { FoundGuests } from '#core/door-guests.ts'
import { formatMoney } from '#core/money.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox, Field, TextInput } from '#ui/field.tsx'
import { type Flag, FlagStrips } from '#ui/flag-strips.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { closedText, priceText } from '../guest-lists.rules.ts'
import * as css from './guest-door.css.ts'
import { HeadStepper } from './head-stepper.tsx'

/** The door that the page is for. */
export type GuestDoorPlace = {
  event: string
  gate: string
  timeZone: string
  /** Years; 0 where everyone may come. */
  minAge: number
  /** False while the phone decides by its own list. */
  isOnline: boolean
}

type Found = FoundGuests['guests'][number]

type DoorGuestProps = {
  guest: Found
  place: GuestDoorPlace
  /** The page that takes the forms without JavaScript. */
  here: string
  q: string
  scanId: string
  mayOverride: boolean
  busy: boolean
  onSend: (submitted: FormEvent<HTMLFormElement>) => void
}

/** One guest at the door: how many came, and the form that lets the rest in. */
export function DoorGuest(props: DoorGuestProps) {
  const { guest, place, mayOverride } = props
  const all = 1 + guest.plusOnes
  const left = all - guest.arrived
  return (
    <Card as="li" padding="sm">
      <div className={stack[3]} data-guest={guest.id}>
        <div className={css.head}>
          <h2 className={css.name}>{guest.name}</h2>
          <span className={css.arrived} data-testid="arrived">
            {guest.arrived} of {all} in
          </span>
        </div>
        <p className={css.faint}>{guest.list}</p>
        <FlagStrips flags={flagsOf(guest, place.minAge, left)} align="start" />
        {left > 0 && guest.isClosed && <Banner tone="warning" title={closedText(guest, place.timeZone)} />}
        {left > 0 && (!guest.isClosed || mayOverride) && <Admit {...props} left={left} />}
        {left > 0 && guest.isClosed && !mayOverride && (
          <p>
            {place.isOnline
              ? 'The door manager can still let them in.'
              : 'The door manager can still let them in, with a connection.'}
          </p>
        )}
        {guest.undoable && <Undo {...props} undoable={guest.undoable} />}
      </div>
    </Card>
  )
}

/** Lists what staff do for a guest beside letting them in, as the result screens do. */
function flagsOf(guest: Found, minAge: number, left: number): Flag[] {
  return [
    guest.kind === 'artist' && { icon: Music, words: 'Artist guest' },
    guest.kind !== 'artist' && guest.priceCents > 0 && { icon: Ticket, words: priceText(guest) },
    guest.plusOnes > 0 && { icon: UsersRound, words: `Plus ${guest.plusOnes}` },
    left > 0 && minAge > 0 && { icon: IdCard, words: `Check ID: ${minAge}+` },
    guest.note && { icon: StickyNote, words: guest.note },
  ].filter((flag) => flag !== false && flag !== '' && flag !== null)
}

function Hidden({ place, q, scanId }: Pick<DoorGuestProps, 'place' | 'q' | 'scanId'>) {
  return (
    <>
      <input type="hidden" name="event" value={place.event} />
      <input type="hidden" name="q" value={q} />
      <input type="hidden" name="scan" value={scanId} />
    </>
  )
}

function Admit({ guest, place, here, q, scanId, busy, onSend, left }: DoorGuestProps & { left: number }) {
  const [heads, setHeads] = useState(left)
  return (
    <Form method="post" action={here} className={stack[3]} onSubmit={onSend}>
      <Hidden {...{ place, q, scanId }} />
      <input type="hidden" name="intent" value="admit" />
      <input type="hidden" name="gate" value={place.gate} />
      <input type="hidden" name="entry" value={guest.id} />
      {left > 1 ? (
        <HeadStepper id={`heads-${guest.id}`} most={left} heads={heads} onChange={setHeads} />
      ) : (
        <input type="hidden" name="heads" value="1" />
      )}
      {guest.isClosed && (
        <>
          {guest.latePriceCents && (
            <label htmlFor={`paid-${guest.id}`} className={cluster[2]}>
              <Checkbox id={`paid-${guest.id}`} name="paid" />
              Each paid {formatMoney(guest.latePriceCents, guest.currency)}
            </label>
          )}
          <Field id={`reason-${guest.id}`} label="Reason">
            {(control) => (
              <TextInput
                {...control}
                name="reason"
                required
                minLength={3}
                maxLength={200}
                autoComplete="off"
              />
            )}
          </Field>
        </>
      )}
      <Button type="submit" size="lg" busy={busy} className={css.press}>
        {`Let in${left > 1 ? ` ${heads}` : ''}${guest.isClosed ? ' after the cutoff' : ''}`}
      </Button>
    </Form>
  )
}

function Undo({
  guest,
  place,
  here,
  q,
  scanId,
  busy,
  onSend,
  undoable,
}: DoorGuestProps & { undoable: NonNullable<Found['undoable']> }) {
  return (
    <details>
      <summary className={css.summary}>
        {undoable.heads === 1 ? 'Undo the last entry' : `Undo the last ${undoable.heads} entries`}
      </summary>
      <Form method="post" action={here} className={stack[3]} onSubmit={onSend}>
        <Hidden {...{ place, q, scanId }} />
        <input type="hidden" name="intent" value="undo" />
        <input type="hidden" name="admitted" value={undoable.scan} />
        <Field id={`undo-${guest.id}`} label="Reason">
          {(control) => (
            <TextInput {...control} name="reason" required minLength={3} maxLength={200} autoComplete="off" />
          )}
        </Field>
        <Button type="submit" variant="secondary" busy={busy}>
          Undo
        </Button>
      </Form>
    </details>
  )
}
