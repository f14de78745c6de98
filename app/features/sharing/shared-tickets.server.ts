import type { ActionFunctionArgs } from '@remix-run/node'
import type { IntentRead } from '#server/form.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { takeReturnForm } from './returns/return-forms.server.ts'
import { readReturns } from './returns/returns.reads.server.ts'
import { returnForms } from './returns/returns.schema.ts'
import type { TicketReturns } from './returns/returns.types.ts'
import { readReturnsByLink } from './returns/returns.writes.server.ts'
import { takeTransferForm } from './transfers/transfer-forms.server.ts'
import { readTransfers } from './transfers/transfers.reads.server.ts'
import { transferForms } from './transfers/transfers.schema.ts'
import type { Transfers } from './transfers/transfers.types.ts'
import { readTransfersByLink } from './transfers/transfers.writes.server.ts'

/** Shows what the holder of tickets may do with them besides using them: hand them on, or return them. */
export type SharedTickets = { transfers: Transfers; returns: TicketReturns }

/** The forms of the page of tickets that hand one on or return it, by their intent. */
export const sharingForms = { ...transferForms, ...returnForms }

/** Reads how the caller's tickets stand: on offer, listed, and what can be done with each. */
export async function readSharedTickets(args: RequestArgs): Promise<SharedTickets> {
  const [transfers, returns] = await Promise.all([readTransfers(args), readReturns(args)])
  return { transfers, returns }
}

/** Reads the same of the tickets that a secret link opens. @param token the link's, as its address has it */
export async function readSharedTicketsByLink(token: string): Promise<SharedTickets> {
  const [transfers, returns] = await Promise.all([readTransfersByLink(token), readReturnsByLink(token)])
  return { transfers, returns }
}

/** Tells whether a form of the page of tickets is one of these. */
export function isSharingForm(sent: {
  intent: string
  form: unknown
}): sent is IntentRead<typeof sharingForms> {
  return sent.intent in sharingForms
}

/**
 * Does what a form about handing on or returning a ticket asks for.
 * @param user the person who asks; null for a visitor, who needs the token of a link
 */
export async function takeSharingForm(
  args: ActionFunctionArgs,
  sent: IntentRead<typeof sharingForms>,
  user: string | null,
) {
  return sent.intent === 'list' || sent.intent === 'unlist'
    ? await takeReturnForm(args, sent, user)
    : await takeTransferForm(args, sent, user)
}
