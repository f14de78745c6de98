import { randomUUID } from 'node:crypto'
import { AuthApiError, type AuthError } from '@supabase/supabase-js'
import * as z from 'zod'
import { rpc } from './rpc.server.ts'
import { clearSessionCookies, isSecondStepNeeded, type RequestArgs, startSession } from './session.server.ts'
import { serviceClient } from './supabase.server.ts'

/** Addresses and passwords as Supabase Auth stores them. */

/** Makes an address that no mailbox has, for accounts that Supabase Auth must know by one. */
export function placeholderEmail(): string {
  return `${randomUUID()}@pending.invalid`
}

/**
 * Writes an account's address, and refuses with `email_exists` whenever another account has it. Supabase Auth looks for that only
 * when it creates an account, and then not twice at once: a changed or parallel one fails as a breakdown of its database.
 * @param account whose address it becomes, or null for a new account
 * @param write stores the address through Supabase Auth
 * @returns Supabase's error when it refused
 */
export async function saveAddress(
  email: string,
  account: string | null,
  write: () => Promise<{ error: AuthError | null }>,
): Promise<AuthError | null> {
  const taken = new AuthApiError('Another account has this address', 422, 'email_exists')
  if (await isEmailTaken(email, account)) return taken
  const { error } = await write()
  if (!error || (error.status ?? 0) < 500) return error
  return (await isEmailTaken(email, account)) ? taken : error
}

/**
 * Tells whether an account other than the one named has this address. Must not be shown: it reveals who is a member.
 * @param except an account that may have it, or null
 */
async function isEmailTaken(email: string, except: string | null): Promise<boolean> {
  return rpc(serviceClient(), 'email_taken', { p_email: email, p_except: except }, z.boolean())
}

/**
 * Gives an account another password. Supabase Auth ends all its sessions with the old one; a new one is opened here.
 * @returns whether that session waits for its second step
 * @throws when Supabase Auth refuses
 */
export async function replacePassword(
  args: RequestArgs,
  account: { id: string; email: string },
  password: string,
): Promise<boolean> {
  const { error } = await serviceClient().auth.admin.updateUserById(account.id, { password })
  if (error) throw error
  const refusedBy = await startSession(args, (auth) =>
    auth.signInWithPassword({ email: account.email, password }),
  )
  if (isSecondStepNeeded(refusedBy)) {
    clearSessionCookies(args)
    return true
  }
  if (refusedBy) throw refusedBy
  return false
}
