import * as z from 'zod'
import { ok, type Result, refused } from '#core/result.ts'
import { placeholderEmail, saveAddress } from '#server/auth-accounts.server.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { emailUndoSchema } from './accounts.types.ts'
import { makeResetPath } from './passwords.writes.server.ts'

/** Taking a change of address back, from the mailbox that the account had before. */

/** Describes the address that a link restores and its account; null when the link has ended. */
async function findUndo(token: string) {
  return await rpc(serviceClient(), 'read_email_undo', { p_token_hash: hashToken(token) }, emailUndoSchema)
}

/** Reads what the link with this token restores, or null when it has ended. Does not use the link up. */
export async function readEmailUndo(
  token: string,
): Promise<{ email: string; username: string | null } | null> {
  const undo = await findUndo(token)
  return undo && { email: undo.email, username: undo.username }
}

/**
 * Gives the account its former address back, with a new random password, and ends every session.
 * @returns the path on which its owner chooses a new password
 * Refuses `confirm_link_ended`, and `old_email_taken` when another account has proven meanwhile that the address is its own.
 */
export async function undoEmailChange(token: string): Promise<Result<string>> {
  const undo = await findUndo(token)
  if (!undo) return refused('confirm_link_ended')
  if (undo.unprovenHolder) await displace(undo.unprovenHolder)
  const error = await saveAddress(undo.email, undo.userId, () =>
    serviceClient().auth.admin.updateUserById(undo.userId, {
      email: undo.email,
      email_confirm: true,
      // A letter and a digit for certain: Supabase Auth's rule for passwords.
      password: `${makeToken()}a1`,
    }),
  )
  if (error?.code === 'email_exists') return refused('old_email_taken')
  if (error) throw error
  const values = { p_token_hash: hashToken(token) }
  const used = await rpcResult(serviceClient(), 'use_email_undo', values, z.unknown())
  if (!used.ok) return used
  return ok(await makeResetPath(undo.userId, undo.email))
}

/**
 * Takes an address from an account that only claimed it: the person with the link has the mailbox, and a claim must not keep
 * them from it. The account is left as one whose address was taken when it registered.
 */
async function displace(userId: string): Promise<void> {
  const { error } = await serviceClient().auth.admin.updateUserById(userId, {
    email: placeholderEmail(),
    email_confirm: true,
  })
  if (error) throw error
}
