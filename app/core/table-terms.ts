/** Says in words what a booked table costs at the venue. Amounts come from the database. */
import { formatClock } from './event-time.ts'
import { formatMoney } from './money.ts'

/** The terms on which a table is booked: cents, basis points, ISO 8601. */
export type TableTerms = {
  /** Holds what remains of the minimum spend. */
  remainderCents: number
  gratuityBps: number
  /** The gratuity on the minimum spend. */
  gratuityCents: number
  lastArrivalAt: string | null
}

/**
 * Names what is paid at the venue and until when the host has to come.
 * @param zone IANA zone of the event
 */
export function tableTermsText(terms: TableTerms, currency: string, zone: string): string {
  const { remainderCents, gratuityBps, gratuityCents, lastArrivalAt } = terms
  const money = (cents: number) => formatMoney(cents, currency)
  const gratuity = gratuityBps > 0 ? `${gratuityBps / 100}% gratuity (${money(gratuityCents)}) and ` : ''
  const arrive = lastArrivalAt
    ? ` Arrive by ${formatClock(lastArrivalAt, zone)}. 30 minutes later we may release the table and keep the deposit.`
    : ''
  return `Pay at the venue: ${money(remainderCents)} toward your minimum spend, plus ${gratuity}tax.${arrive}`
}
