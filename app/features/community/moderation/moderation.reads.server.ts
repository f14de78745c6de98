import * as z from 'zod'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { CaseQuery } from './moderation.schema.ts'
import {
  type AppealList,
  appealListSchema,
  type CaseList,
  type CasePage,
  caseListSchema,
  casePageSchema,
  type ModeratedPerson,
  type ModerationSetup,
  moderatedPersonSchema,
  moderationSetupSchema,
  type OwnModeration,
  ownModerationSchema,
} from './moderation.types.ts'

const isId = (id: string) => z.uuid().safeParse(id).success

/** Reads a page of the queue of moderators. @throws for everybody else */
export function listCases(args: RequestArgs, { show, source, after }: CaseQuery): Promise<CaseList> {
  return rpc(
    userClient(args),
    'list_cases',
    { p_tab: show, p_source: source, p_after: after },
    caseListSchema,
  )
}

/** Reads one case with all that a moderator decides by. @returns null when there is none */
export async function readCase(args: RequestArgs, id: string): Promise<CasePage | null> {
  return isId(id) ? rpc(userClient(args), 'read_case', { p_case: id }, casePageSchema.nullable()) : null
}

/** Reads what moderators know of a person. @returns null when there is nobody */
export async function readModeratedPerson(args: RequestArgs, id: string): Promise<ModeratedPerson | null> {
  return isId(id)
    ? rpc(userClient(args), 'read_moderated_person', { p_user: id }, moderatedPersonSchema.nullable())
    : null
}

/** Reads the appeals that wait, and the last ones decided. */
export const listAppeals = (args: RequestArgs): Promise<AppealList> =>
  rpc(userClient(args), 'list_appeals', {}, appealListSchema)

/** Reads words and domains that are looked for, and replies to choose from. */
export const readModerationSetup = (args: RequestArgs): Promise<ModerationSetup> =>
  rpc(userClient(args), 'read_moderation_setup', {}, moderationSetupSchema)

/** Reads what moderators decided about who is signed in. */
export const readOwnModeration = (args: RequestArgs): Promise<OwnModeration> =>
  rpc(userClient(args), 'read_own_moderation', {}, ownModerationSchema)
