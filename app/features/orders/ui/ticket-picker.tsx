import type { TicketChoice } from '../orders.types.ts'

export type TicketPickerProps = {
  eventId: string
  /** The ticket types on offer, in the order they are shown. */
  choices: TicketChoice[]
  /** IANA zone of the event; every time is shown in it. */
  timeZone: string
  currency: string
  /** The most tickets one order may hold over all types. */
  maxPerOrder: number
  /** Why nothing of this event can be bought (cancelled, postponed, over); null while it can. */
  closed?: string | null
  /** Why the last try was refused; set by the checkout when it shows the picker again without JavaScript. */
  refusal?: string | null
  /** Quantities chosen before, by ticket type. */
  chosen?: Record<string, number>
}

/** Chooses tickets and posts them to the checkout. Works as a plain form before JavaScript arrives. */
export function TicketPicker({ eventId, choices }: TicketPickerProps) {
  return (
    <form method="post" action="/checkout">
      <input type="hidden" name="intent" value="hold" />
      <input type="hidden" name="event" value={eventId} />
      {choices.map((choice, index) => (
        <p key={choice.id}>
          <input type="hidden" name={`lines[${index}].type`} value={choice.id} />
          <label htmlFor={`quantity-${choice.id}`}>{choice.name}</label>
          <input
            id={`quantity-${choice.id}`}
            name={`lines[${index}].quantity`}
            type="number"
            min={0}
            max={choice.maxPerOrder}
            defaultValue={0}
          />
        </p>
      ))}
      <button type="submit">Get tickets</button>
    </form>
  )
}
