import * as z from 'zod'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import {
  linkedAccountSchema,
  loginAccountSchema,
  type SecondFactor,
  secondFactorSchema,
} from './accounts.types.ts'

/** Reads the address under which Supabase Auth stores a username's account; null when no one has it. For the server only. */
export function readLogin(username: string) {
  return rpc(serviceClient(), 'read_login', { p_username: username }, loginAccountSchema)
}

/** Tells whether this is the password of a deactivated account, which Supabase Auth refuses whatever the password. */
export function isDeactivatedPassword(userId: string, password: string): Promise<boolean> {
  return rpc(
    serviceClient(),
    'is_deactivated_password',
    { p_user: userId, p_password: password },
    z.boolean(),
  )
}

/** Checks the names of an account to be registered. Refuses brand_name, brand_username, username_taken. */
export function checkNewNames({ username, displayName }: { username: string; displayName: string }) {
  const names = { p_username: username, p_display_name: displayName }
  return rpcResult(serviceClient(), 'check_new_names', names, z.unknown())
}

/** The account that an outside identity belongs to, or null. */
export function readLinkedAccount(issuer: string, subject: string) {
  return rpc(serviceClient(), 'read_identity', { p_issuer: issuer, p_subject: subject }, linkedAccountSchema)
}

/** Reads the member's own second step. @throws for guests and visitors */
export function readSecondFactor(args: RequestArgs): Promise<SecondFactor> {
  return rpc(userClient(args), 'read_second_factor', {}, secondFactorSchema)
}
