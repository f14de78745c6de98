import * as z from 'zod'
import { ok, type Result, refused } from '#core/result.ts'
import { readPaymentProviders } from '#server/payments.server.ts'
import { networkKey } from '#server/rate-limit.server.ts'
import type { RequestContext } from '#server/request-context.server.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { evidenceOf } from './dispute-evidence.rules.ts'
import type { Dispute } from './disputes.types.ts'

/**
 * Sends the evidence of a dispute to its provider, once, for admins with a recent proof.
 * @returns the state of the dispute; refused as `check_dispute_evidence` refuses, evidence_refused when the provider takes none,
 * or payment_unavailable while it can't be reached
 */
export async function sendEvidence(
  args: RequestArgs,
  dispute: Dispute,
  log: RequestContext['log'],
): Promise<Result<string>> {
  const named = { p_dispute: dispute.id }
  const checked = await rpcResult(userClient(args), 'check_dispute_evidence', named, z.unknown())
  if (!checked.ok) return checked
  const provider = readPaymentProviders().get(dispute.provider)
  if (!provider) return refused('payment_unavailable')
  let taken: boolean
  try {
    taken = await provider.sendEvidence(dispute.providerRef, evidenceOf(dispute))
  } catch (error) {
    log.error({ err: error, provider: dispute.provider }, 'evidence not sent')
    return refused('payment_unavailable')
  }
  if (!taken) return refused('evidence_refused')
  return await rpcResult(userClient(args), 'record_dispute_evidence', named, z.string())
}

/**
 * Adds to the list of who may not buy, for admins.
 * @param block.days how long; null for good
 * @returns the block's id; refused as `add_buyer_block` refuses
 */
export function addBuyerBlock(
  args: RequestArgs,
  block: { kind: string; label: string; reason: string; days: number | null },
): Promise<Result<string>> {
  const { kind, label, reason, days } = block
  const values = { p_kind: kind, p_label: label, p_reason: reason, p_days: days }
  const key = kind === 'network' ? networkKey(label) : label
  return rpcResult(userClient(args), 'add_buyer_block', { ...values, p_key: key }, z.uuid())
}

/**
 * Blocks what is known of the buyer of an order, or of a person, for admins.
 * @param buyer.kinds which of it: email, account, card, network
 * @param buyer.days how long; null for good
 * @returns how many blocks were made or changed; refused as `block_buyer` refuses
 */
export function blockBuyer(
  args: RequestArgs,
  buyer: {
    orderId: string | null
    personId: string | null
    kinds: string[]
    reason: string
    days: number | null
  },
): Promise<Result<number>> {
  const { orderId, personId, kinds, reason, days } = buyer
  const values = { p_order: orderId, p_person: personId, p_kinds: kinds, p_reason: reason, p_days: days }
  return rpcResult(userClient(args), 'block_buyer', values, z.int())
}

/** Lifts a block, for admins. */
export async function liftBuyerBlock(args: RequestArgs, block: string): Promise<Result<null>> {
  const lifted = await rpcResult(userClient(args), 'lift_buyer_block', { p_block: block }, z.unknown())
  return lifted.ok ? ok(null) : lifted
}
