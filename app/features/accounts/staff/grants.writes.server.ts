import * as z from 'zod'
import { everyEvent } from '#core/office-choices.ts'
import type { Result } from '#core/result.ts'
import { hashToken } from '#server/link-token.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import type { InviteInput } from './grants.schema.ts'
import { acceptedInvitationSchema, type StaffInvitation, staffInvitationSchema } from './grants.types.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Invites an address to the staff, and mails it a link.
 * @returns the invitation's id, or a refusal: password_needed, invitation_event_over, not_found, invalid
 */
export function inviteStaff(
  args: RequestArgs,
  { email, as, event, days }: InviteInput,
): Promise<Result<string>> {
  const until = days ? new Date(Date.now() + days * dayMs).toISOString() : undefined
  const values =
    as === 'moderator'
      ? { p_email: email, p_role: as }
      : {
          p_email: email,
          p_capability: as,
          p_event: event === everyEvent ? undefined : event,
          p_expires_at: until,
        }
  return rpcResult(userClient(args), 'invite_staff', values, z.uuid())
}

/** Mails an invitation again, with a new link. Refuses invitation_accepted, invitation_revoked, invitation_event_over. */
export function resendInvitation(args: RequestArgs, id: string): Promise<Result<unknown>> {
  return rpcResult(userClient(args), 'resend_staff_invitation', { p_id: id }, z.unknown())
}

/** Ends an invitation. Refuses invitation_accepted, invitation_revoked. */
export function revokeInvitation(args: RequestArgs, id: string): Promise<Result<unknown>> {
  return rpcResult(userClient(args), 'revoke_staff_invitation', { p_id: id }, z.unknown())
}

/**
 * Ends grants, 200 at most; those that ended meanwhile are skipped.
 * @returns how many were ended
 */
export function endGrants(args: RequestArgs, ids: string[], reason: string | null): Promise<Result<number>> {
  const values = { p_ids: ids, p_reason: reason ?? undefined }
  return rpcResult(userClient(args), 'end_staff_grants', values, z.int())
}

/**
 * Reads the invitation of a link, whatever its state; null when it was replaced or never was. Does not use the link up.
 * @param userId the account of which `isForUser` tells; null for none
 */
export function readInvitation(
  token: string,
  userId: string | null,
): Promise<z.output<typeof staffInvitationSchema>> {
  const values = { p_token_hash: hashToken(token), p_user: userId }
  return rpc(serviceClient(), 'read_staff_invitation', values, staffInvitationSchema)
}

/**
 * Gives the caller what a link promises, once.
 * @returns the invitation, or a refusal: members_only, invitation_unknown, invitation_accepted, invitation_revoked,
 *   invitation_expired, invitation_other_email
 */
export function acceptInvitation(args: RequestArgs, token: string): Promise<Result<StaffInvitation>> {
  const values = { p_token_hash: hashToken(token) }
  return rpcResult(userClient(args), 'accept_staff_invitation', values, acceptedInvitationSchema)
}
