import type { Refusal } from '#core/result.ts'
import { readPassWallet } from '#server/passes.server.ts'
import { passWallets } from '#server/passes-registry.server.ts'
import { countAttempt, visitorNetwork } from '#server/rate-limit.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { notePass } from './pass-updates.writes.server.ts'
import { readTicketPass } from './tickets.reads.server.ts'

/**
 * Puts a ticket into a wallet of the phone.
 * @param input.wallet name of the wallet
 * @param input.token of the secret link that the ticket was opened by; null for the caller's own tickets
 * @returns the wallet's response; null where there is no such ticket or wallet for the caller; a refusal above the rate limit
 */
export async function ticketPass(
  args: RequestArgs,
  input: { id: string; wallet: string; token: string | null },
): Promise<Response | Refusal | null> {
  const name = passWallets.find((wallet) => wallet.name === input.wallet)?.name
  const wallet = name && readPassWallet(name)
  if (!wallet) return null
  const network = await visitorNetwork(args)
  const limited = await countAttempt({ limit: 'ticket_pass', subject: input.id, network })
  if (limited) return limited
  const pass = await readTicketPass(args, input.id, input.token)
  if (!pass) return null
  // Before it is sent: a pass that nobody noted is never told about changes.
  await notePass(name, pass, wallet.referenceOf(pass))
  return await wallet.respond(pass)
}
