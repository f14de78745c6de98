import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { listPassWallets, readPassWallet } from '#server/passes.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { readChangedPass } from './tickets.reads.server.ts'
import { passPushSchema } from './tickets.types.ts'

const isOn = () => listPassWallets(null).length > 0

const payloadSchema = z.strictObject({
  wallet: z.enum(['apple', 'google']),
  ticketId: z.uuid(),
  generation: z.int(),
  reference: z.string(),
})

/** Tells the wallet of a phone about a pass that changed. */
export const passPushes = defineJob({
  kind: 'pass_push',
  payload: payloadSchema,
  atOnce: 4,
  isOn,
  async run({ payload: { wallet: name, ticketId, generation, reference } }) {
    const wallet = readPassWallet(name)
    if (!wallet) throw new Error('the wallet is not set up, or its certificate has ended')
    const args = { p_wallet: name, p_ticket: ticketId, p_generation: generation, p_reference: reference }
    const push = await rpc(serviceClient(), 'read_pass_push', args, passPushSchema)
    const pass = push && (await readChangedPass(push.list, ticketId, generation))
    if (!pass) throw new Error('the ticket is gone')
    const gone = await wallet.push({ pass, reference, pushTokens: push.pushTokens })
    await rpc(serviceClient(), 'finish_pass_push', { ...args, p_gone: gone }, z.unknown())
    return undefined
  },
})

/** Has the wallets told of passes whose code has become visible. */
export const visiblePasses = defineJob({
  kind: 'visible_passes',
  isOn,
  async run() {
    await rpc(serviceClient(), 'mark_visible_passes', {}, z.int())
    return undefined
  },
})
