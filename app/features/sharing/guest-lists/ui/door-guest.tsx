import { Form } from '@remix-run/react'
import type { FormEvent } from 'react'
import { formatMoney } from '#core/money.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox, Field, TextInput } from '#ui/field.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { closedText, priceText } from '../guest-lists.rules.ts'
import type { FoundGuests } from '../guest-lists.types.ts'
import * as css from './guest-door.css.ts'

/** The door that the page is for. */
export type GuestDoorPlace = { event: string; gate: string; timeZone: string }

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
        <p className={css.faint}>{[guest.list, priceText(guest), guest.note].filter(Boolean).join(' · ')}</p>
        {left > 0 && guest.isClosed && <Banner tone="warning" title={closedText(guest, place.timeZone)} />}
        {left > 0 && (!guest.isClosed || mayOverride) && <Admit {...props} left={left} />}
        {left > 0 && guest.isClosed && !mayOverride && <p>The door manager can still let them in.</p>}
        {guest.undoable && <Undo {...props} undoable={guest.undoable} />}
      </div>
    </Card>
  )
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
  const choices = Array.from({ length: left }, (_, n) => n + 1)
  return (
    <Form method="post" action={here} className={stack[3]} onSubmit={onSend}>
      <Hidden {...{ place, q, scanId }} />
      <input type="hidden" name="intent" value="admit" />
      <input type="hidden" name="gate" value={place.gate} />
      <input type="hidden" name="entry" value={guest.id} />
      {left > 1 ? (
        <fieldset>
          <legend className={css.legend}>How many are here?</legend>
          <div className={css.heads}>
            {choices.map((count) => (
              <label key={count} htmlFor={`heads-${guest.id}-${count}`} className={css.headChoice}>
                <input
                  id={`heads-${guest.id}-${count}`}
                  type="radio"
                  name="heads"
                  value={count}
                  defaultChecked={count === left}
                />
                {count}
              </label>
            ))}
          </div>
        </fieldset>
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
      <Button type="submit" size="lg" busy={busy}>
        {guest.isClosed ? 'Let in after the cutoff' : 'Let in'}
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
