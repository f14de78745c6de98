import * as z from 'zod'
import { serviceClient } from '#server/supabase.server.ts'

const loginSchema = z.object({ user_id: z.uuid(), email: z.string(), deactivated: z.boolean() }).nullable()
const identitySchema = z.object({ user_id: z.uuid(), email: z.string() }).nullable()

/** How Supabase Auth knows a username, or null when nobody has it. For the server's own use: it names an address. */
export async function readLogin(username: string) {
  const { data, error } = await serviceClient().rpc('read_login', { p_username: username })
  if (error) throw error
  return loginSchema.parse(data)
}

/** Tells whether this is the password of a deactivated account, which Supabase Auth no longer answers. */
export async function isDeactivatedPassword(userId: string, password: string): Promise<boolean> {
  const { data, error } = await serviceClient().rpc('is_deactivated_password', {
    p_user: userId,
    p_password: password,
  })
  if (error) throw error
  return z.boolean().parse(data)
}

/** Whether a username may still be registered. */
export async function isUsernameFree(username: string): Promise<boolean> {
  const { data, error } = await serviceClient().rpc('username_free', { p_username: username })
  if (error) throw error
  return z.boolean().parse(data)
}

/** The account that an outside identity belongs to, or null. */
export async function readLinkedAccount(issuer: string, subject: string) {
  const { data, error } = await serviceClient().rpc('read_identity', { p_issuer: issuer, p_subject: subject })
  if (error) throw error
  return identitySchema.parse(data)
}
