import * as z from 'zod'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { PeopleList } from './people.rules.ts'
import {
  type MyPeople,
  myPeopleSchema,
  type PersonPage,
  personPageSchema,
  type Suggestions,
  suggestionsSchema,
} from './people.types.ts'

/** Reads the page of a member by handle. @returns null where the caller may see none, whatever the reason */
export async function readPersonPage(args: RequestArgs, username: string): Promise<PersonPage | null> {
  return await rpc(userClient(args), 'read_person_page', { p_username: username }, personPageSchema)
}

/** Reads one of the caller's lists of people. @param from the person to begin with, as the address carries it */
export async function readMyPeople(
  args: RequestArgs,
  show: PeopleList,
  from: string | null,
): Promise<MyPeople> {
  const person = z.uuid().safeParse(from).data
  return await rpc(
    userClient(args),
    'read_my_people',
    { p_show: show, ...(person && { p_from: person }) },
    myPeopleSchema,
  )
}

/** Finds whom the caller may mention. @param prefix the beginning of a handle or a name */
export async function suggestPeople(args: RequestArgs, prefix: string): Promise<Suggestions> {
  return await rpc(userClient(args), 'suggest_people', { p_prefix: prefix }, suggestionsSchema)
}
