import * as z from 'zod'
import { rpcResult } from '#server/rpc.server.ts'
import { type RequestArgs, readIdentity } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type Company, companySchema, type MyCompany, myCompanySchema } from './company.types.ts'

/**
 * Reads who is going to an event, for a member who holds a ticket; costs visitors no round trip.
 * @returns null for everybody else
 */
export async function readCompany(args: RequestArgs, event: string | undefined): Promise<Company> {
  const id = z.uuid().safeParse(event).data
  const identity = await readIdentity(args)
  if (!id || !identity || identity.isAnonymous) return null
  const company = await rpcResult(userClient(args), 'read_company', { p_event: id }, companySchema)
  return company.ok ? company.value : null
}

/** Reads at which events the caller may be seen as going; none for visitors and guests. */
export async function readMyCompany(args: RequestArgs): Promise<MyCompany> {
  const identity = await readIdentity(args)
  if (!identity || identity.isAnonymous) return []
  const events = await rpcResult(userClient(args), 'read_my_company', {}, myCompanySchema)
  return events.ok ? events.value : []
}
