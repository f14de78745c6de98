import {
  ArrowRightLeft,
  Ban,
  CalendarClock,
  CheckCheck,
  Hourglass,
  Lock,
  type LucideIcon,
  RefreshCw,
  Tag,
  Ticket,
  Undo2,
} from 'lucide-react'
import { formatClock } from '#core/event-time.ts'
import type { LabeledTicket, TicketState } from '../tickets.rules.ts'
import { TicketForms } from './ticket-forms.tsx'
import { TicketScans } from './ticket-scans.tsx'
import * as css from './ticket-stubs.css.ts'

const icons: Record<TicketState, LucideIcon> = {
  valid: Ticket,
  transfer: ArrowRightLeft,
  listed: Tag,
  postponed: CalendarClock,
  used: CheckCheck,
  blocked: Lock,
  refunding: Undo2,
  refunded: Undo2,
  canceled: Ban,
  eventCanceled: Ban,
  ended: Hourglass,
  replaced: RefreshCw,
}

/** The states in which its holder can still do something with a ticket that admits nobody now. */
const changeable: ReadonlySet<TicketState> = new Set(['postponed', 'transfer', 'listed'])

type StubProps = { tickets: readonly LabeledTicket[]; zone: string; now: string }

/**
 * Tickets that admit nobody, one stub for each state: its shape, colour, icon and word say so, and there is no code.
 * Torn stubs are final; whole ones may become tickets again. Those of a postponed event are still their holder's to change.
 * @param zone IANA zone of the event
 * @param now the moment the page was read, ISO 8601
 */
export function TicketStubs({ tickets, zone, now }: StubProps) {
  const groups = new Map<string, LabeledTicket[]>()
  for (const each of tickets) {
    const key = `${each.label.label} ${each.label.next}`
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  return (
    <ul className={css.stubs}>
      {[...groups].map(([key, group]) => (
        <Stub key={key} tickets={group} zone={zone} now={now} />
      ))}
    </ul>
  )
}

function Stub({ tickets, zone, now }: StubProps) {
  const [first] = tickets
  if (!first) return null
  const { state, label, next } = first.label
  const Icon = icons[state]
  return (
    <li className={css.stub[state]} data-ticket-state={state}>
      <div className={css.end}>
        <Icon size={28} strokeWidth={2.5} aria-hidden="true" />
      </div>
      <div className={css.text}>
        <p className={css.word}>
          {label}
          {tickets.length > 1 && <span className={css.count}> {tickets.length} tickets</span>}
        </p>
        {next && <p>{next}</p>}
        <ul className={css.list}>
          {tickets.map(({ ticket }) => (
            <li key={ticket.id} className={css.line}>
              <span>
                {ticket.typeName}, {ticket.holderName}
              </span>
              {changeable.has(state) && <TicketForms ticket={ticket} />}
              {state === 'used' && ticket.enteredAt && (
                <span className={css.entered}>in at {formatClock(ticket.enteredAt, zone)}</span>
              )}
              <TicketScans ticket={ticket} zone={zone} now={now} />
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}
