import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { GrantsQuery, GrantsToEnd } from './grants.schema.ts'
import {
  grantsEndPreviewSchema,
  type ListedInvitation,
  type StaffGrant,
  type StaffGrantList,
  staffGrantListSchema,
  staffInvitationListSchema,
} from './grants.types.ts'

/**
 * Lists a page of everybody's live grants, for admins.
 * @param person the account whose grants alone are listed
 */
export function listGrants(
  args: RequestArgs,
  { event, capability, after }: GrantsQuery,
  person: string | null = null,
): Promise<StaffGrantList> {
  const filters = { p_event: event, p_capability: capability, p_person: person ?? undefined, p_after: after }
  return rpc(userClient(args), 'list_staff_grants', filters, staffGrantListSchema)
}

/** Reads which live grants would end: those named, and the door grants of an event or of all. For admins. */
export function previewGrantsEnd(
  args: RequestArgs,
  { ids, event, isEveryDoor }: GrantsToEnd,
): Promise<StaffGrant[]> {
  const values = { p_ids: ids, p_event: event ?? undefined, p_every_door: isEveryDoor }
  return rpc(userClient(args), 'preview_grants_end', values, grantsEndPreviewSchema)
}

/** Lists the invitations that were neither accepted nor revoked, for admins. */
export function listInvitations(args: RequestArgs): Promise<ListedInvitation[]> {
  return rpc(userClient(args), 'list_staff_invitations', {}, staffInvitationListSchema)
}
