import type { Logger } from 'pino'
import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { listPassWallets, readPassWallet } from '#server/passes.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { readChangedPass } from './tickets.reads.server.ts'
import { ticketListSchema } from './tickets.types.ts'

const batch = 50

const claimedSchema = z.array(
  z.object({
    wallet: z.enum(['apple', 'google']),
    ticketId: z.uuid(),
    generation: z.int(),
    reference: z.string(),
    changedAt: z.string(),
    list: ticketListSchema,
    pushTokens: z.array(z.string()),
  }),
)
type ClaimedPass = z.output<typeof claimedSchema>[number]

/** Tells the wallets of phones about passes that changed. */
export const passPushes = defineJob({
  kind: 'pass_pushes',
  isOn: () => listPassWallets(null).length > 0,
  run: async ({ log }) => ((await pushPasses(log)) ? { againSeconds: 0 } : undefined),
})

/** Tells the wallets about a few passes that changed. @returns whether there may be more */
export async function pushPasses(log: Logger): Promise<boolean> {
  const claimed = await rpc(serviceClient(), 'claim_pass_pushes', { p_limit: batch }, claimedSchema)
  for (const pass of claimed) {
    const { wallet, ticketId, generation, reference, changedAt } = pass
    const { gone, failure } = await push(pass)
    if (failure) log.warn({ wallet, ticket: ticketId, err: failure }, 'wallet not told of a change')
    await rpc(
      serviceClient(),
      'finish_pass_push',
      {
        p_wallet: wallet,
        p_ticket: ticketId,
        p_generation: generation,
        p_reference: reference,
        p_changed_at: changedAt,
        p_error: failure?.message ?? null,
        p_gone: gone,
      },
      z.unknown(),
    )
  }
  return claimed.length === batch
}

async function push(claimed: ClaimedPass): Promise<{ gone: string[]; failure: Error | null }> {
  try {
    const wallet = readPassWallet(claimed.wallet)
    if (!wallet) throw new Error('the wallet is not set up, or its certificate has ended')
    const pass = await readChangedPass(claimed.list, claimed.ticketId, claimed.generation)
    if (!pass) throw new Error('the ticket is gone')
    const { reference, pushTokens } = claimed
    return { gone: await wallet.push({ pass, reference, pushTokens }), failure: null }
  } catch (error) {
    return { gone: [], failure: error instanceof Error ? error : new Error(String(error)) }
  }
}
