import type { SubmissionResult } from '@conform-to/react'
import type { ReactNode } from 'react'
import type { TicketReturns } from '../returns/returns.types.ts'
import { returnExtras } from '../returns/ui/ticket-return.tsx'
import type { Transfers } from '../transfers/transfers.types.ts'
import { transferExtras } from '../transfers/ui/ticket-transfer.tsx'

type About = { id: string; typeName: string; holderName: string }

/**
 * Makes what the page of tickets renders at each of them: handing it on and returning it.
 * @param wallet the tickets by event
 * @param now the moment the page was read, ISO 8601
 * @param sent the form that was sent last and the reply to it; undefined for none
 */
export function ticketExtras(
  wallet: readonly { event: { timeZone: string }; tickets: readonly About[] }[],
  { transfers, returns }: { transfers: Transfers; returns: TicketReturns },
  now: string,
  sent: { intent: string; reply: SubmissionResult | null } | undefined,
): (ticket: About) => ReactNode {
  const replyTo = (...intents: string[]) => (sent && intents.includes(sent.intent) ? sent.reply : null)
  const transferOf = transferExtras(wallet, transfers, now, replyTo('transfer', 'cancel-transfer'))
  const returnOf = returnExtras(wallet, returns, now, replyTo('list', 'unlist'))
  return (ticket) => (
    <>
      {transferOf(ticket)}
      {returnOf(ticket)}
    </>
  )
}
