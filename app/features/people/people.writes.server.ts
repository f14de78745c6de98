import * as z from 'zod'
import { instant } from '#core/columns.ts'
import type { Result } from '#core/result.ts'
import type { Role } from '#core/role-names.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type MergePreview, mergePreviewSchema } from './people.types.ts'

const nothing = z.unknown()

/**
 * Writes a note about a person for other admins.
 * @param key idempotency key
 * @returns its id, or a refusal: not_allowed, invalid, not_found, key_reused
 */
export function addPersonNote(
  args: RequestArgs,
  id: string,
  text: string,
  key: string,
): Promise<Result<string>> {
  const values = { p_user: id, p_text: text, p_key: key }
  return rpcResult(userClient(args), 'add_person_note', values, z.uuid())
}

/**
 * Gives an account another role, for admins with a recent proof.
 * @returns a refusal: password_needed, own_role, reason_required, guest_role, role_unchanged, last_admin
 */
export function setRole(args: RequestArgs, id: string, role: Role, reason: string) {
  return rpcResult(userClient(args), 'set_role', { p_user: id, p_role: role, p_reason: reason }, nothing)
}

/**
 * Suspends or bans an account, for admins with a recent proof. Its sessions end at once; its tickets stay valid.
 * @param until when a suspension ends by itself; null: until somebody reinstates the account
 * @returns a refusal: password_needed, own_account, reason_required, invalid, account_closed, last_admin
 */
export function sanctionAccount(
  args: RequestArgs,
  id: string,
  { kind, reason, until }: { kind: 'suspended' | 'banned'; reason: string; until: Date | null },
) {
  const values = { p_user: id, p_kind: kind, p_reason: reason, p_until: until?.toISOString() }
  return rpcResult(userClient(args), 'sanction_account', values, nothing)
}

/** Opens a suspended or banned account again. Refuses password_needed, reason_required, not_sanctioned. */
export function reinstateAccount(args: RequestArgs, id: string, reason: string) {
  return rpcResult(userClient(args), 'reinstate_account', { p_user: id, p_reason: reason }, nothing)
}

/** Signs a person out everywhere. Refuses reason_required. @returns how many sessions ended */
export function endSessionsOf(args: RequestArgs, id: string, reason: string) {
  return rpcResult(userClient(args), 'end_sessions_of', { p_user: id, p_reason: reason }, z.int())
}

/**
 * Closes an account and has it erased 14 days later, for admins with a recent proof.
 * @returns when, or a refusal: password_needed, own_account, reason_required, account_closed, staff_account, person_events_ahead
 */
export function deleteAccount(args: RequestArgs, id: string, reason: string) {
  return rpcResult(userClient(args), 'delete_account', { p_user: id, p_reason: reason }, instant)
}

/** Calls off that staff delete an account. Refuses password_needed, reason_required, not_deleting. */
export function keepAccount(args: RequestArgs, id: string, reason: string) {
  return rpcResult(userClient(args), 'keep_account', { p_user: id, p_reason: reason }, nothing)
}

/** Reads what a merge would do, by making it and taking it back. Refuses what `mergeAccounts` refuses, but for the proof. */
export function previewMerge(args: RequestArgs, from: string, into: string): Promise<Result<MergePreview>> {
  return rpcResult(userClient(args), 'preview_merge', { p_from: from, p_into: into }, mergePreviewSchema)
}

/**
 * Moves what one account has to another and closes it, for admins with a recent proof.
 * @returns the id of the merge, or a refusal: password_needed, reason_required, merge_same, own_account, guest_role,
 * merge_inactive, staff_account, merge_payment, merge_over_limit
 */
export function mergeAccounts(args: RequestArgs, from: string, into: string, reason: string) {
  const values = { p_from: from, p_into: into, p_reason: reason }
  return rpcResult(userClient(args), 'merge_accounts', values, z.uuid())
}

/** Takes a merge back. Refuses password_needed, reason_required, own_account, merge_final. */
export function undoMerge(args: RequestArgs, merge: string, reason: string) {
  const counts = z.object({ back: z.int(), gone: z.int() })
  return rpcResult(userClient(args), 'undo_merge', { p_merge: merge, p_reason: reason }, counts)
}
