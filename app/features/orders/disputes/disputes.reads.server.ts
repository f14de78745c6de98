import * as z from 'zod'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { DisputesQuery } from './disputes.schema.ts'
import {
  type BuyerBlocks,
  type BuyerFacts,
  buyerBlocksSchema,
  buyerFactsSchema,
  type Dispute,
  type DisputeList,
  disputeListSchema,
  disputeSchema,
} from './disputes.types.ts'

/** Reads a page of 50 disputes, open ones first by their deadline, for admins. */
export function readDisputes(args: RequestArgs, { show, after }: DisputesQuery): Promise<DisputeList> {
  const query = { p_open: show === 'open', p_after: after ?? undefined }
  return rpc(userClient(args), 'list_disputes', query, disputeListSchema)
}

/** Reads one dispute with all that its evidence is made of, for admins; null when there is none. */
export async function readDispute(args: RequestArgs, id: string): Promise<Dispute | null> {
  if (!z.uuid().safeParse(id).success) return null
  return await rpc(userClient(args), 'read_dispute', { p_dispute: id }, disputeSchema.nullable())
}

/** Reads who may not buy now, the latest first, for admins. */
export function readBuyerBlocks(args: RequestArgs): Promise<BuyerBlocks> {
  return rpc(userClient(args), 'list_buyer_blocks', {}, buyerBlocksSchema)
}

/**
 * Reads what can be blocked of the buyer of an order, or of a person, for admins.
 * @returns null where there is none
 */
export function readBuyerFacts(
  args: RequestArgs,
  of: { order: string | null; person: string | null },
): Promise<BuyerFacts | null> {
  const values = { p_order: of.order, p_person: of.person }
  return rpc(userClient(args), 'read_buyer_facts', values, buyerFactsSchema.nullable())
}
