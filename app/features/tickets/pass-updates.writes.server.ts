import * as z from 'zod'
import type { TicketPass, WalletName } from '#server/passes-port.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

/** Notes that a pass is made, so that its wallet is told when it changes. @param reference what the wallet knows it by */
export async function notePass(wallet: WalletName, { ticket }: TicketPass, reference: string): Promise<void> {
  const pass = {
    p_wallet: wallet,
    p_ticket: ticket.id,
    p_generation: ticket.generation,
    p_reference: reference,
  }
  await rpc(serviceClient(), 'add_wallet_pass', pass, z.string())
}
