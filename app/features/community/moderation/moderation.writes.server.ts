import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { dropPages } from '../drop-pages.server.ts'
import type { ReportReason, SanctionStep } from './moderation.types.ts'

const nothing = z.unknown()
const id = z.uuid()

/**
 * Reports a post or comment to moderators.
 * @returns whether it is new, or a refusal: report_note_needed, own_post, not_found, rate_limited
 */
export function reportPost(
  args: RequestArgs,
  post: string,
  report: { reason: ReportReason; note?: string | undefined },
) {
  const values = { p_post: post, p_reason: report.reason, p_note: report.note ?? null }
  return dropPages(args, rpcResult(userClient(args), 'report_post', values, z.object({ isNew: z.boolean() })))
}

/**
 * Keeps the next case of the queue for 10 minutes.
 * @param after the open case that the moderator leaves, which goes back to the queue; null takes the most urgent one
 * @returns its id, null when none is left
 */
export const claimNextCase = (args: RequestArgs, after: string | null): Promise<Result<string | null>> =>
  rpcResult(userClient(args), 'claim_next_case', { p_after: after }, id.nullable())

/** Finds the open case about a post that readers see, or opens one. @returns its id. Refuses not_found, own_post */
export const openPostCase = (args: RequestArgs, post: string) =>
  rpcResult(userClient(args), 'open_post_case', { p_post: post }, id)

/** Keeps a case for 10 minutes. Refuses own_case, case_decided, case_claimed. */
export const claimCase = (args: RequestArgs, caseId: string) =>
  rpcResult(userClient(args), 'claim_case', { p_case: caseId }, nothing)

/** Gives a case back to the queue. */
export const releaseCase = (args: RequestArgs, caseId: string) =>
  rpcResult(userClient(args), 'release_case', { p_case: caseId }, nothing)

/**
 * Decides a case as it was when it was read.
 * @param version of the case that the moderator saw
 * @returns a refusal: rule_needed, reason_required, case_needs_decision, staff_sanction, own_case, case_decided, case_claimed, case_changed
 */
export function decideCase(
  args: RequestArgs,
  caseId: string,
  version: number,
  decision:
    | { kind: 'remove'; rule: string; reason: string; sanction: SanctionStep | 'none' }
    | { kind: 'keep' | 'dismiss' },
) {
  const values = {
    p_case: caseId,
    p_version: version,
    p_decision: decision.kind,
    ...(decision.kind === 'remove' && {
      p_rule: decision.rule,
      p_reason: decision.reason,
      p_sanction: decision.sanction,
    }),
  }
  return dropPages(args, rpcResult(userClient(args), 'decide_case', values, z.string()))
}

/** Warns or mutes a person. Refuses rule_needed, reason_required, staff_sanction. */
export function imposeSanction(
  args: RequestArgs,
  person: string,
  { step, rule, reason }: { step: SanctionStep; rule: string; reason: string },
) {
  const values = { p_user: person, p_step: step, p_rule: rule, p_reason: reason }
  return dropPages(args, rpcResult(userClient(args), 'impose_sanction', values, id))
}

/** Ends a warning or a mute before its time, for admins. Refuses reason_required, sanction_over. */
export const liftSanction = (args: RequestArgs, sanction: string, reason: string) =>
  rpcResult(userClient(args), 'lift_sanction', { p_sanction: sanction, p_reason: reason }, nothing)

/** Writes a note about a person for moderators. */
export const addModeratorNote = (args: RequestArgs, person: string, text: string) =>
  rpcResult(userClient(args), 'add_moderator_note', { p_user: person, p_text: text }, id)

/** Appeals against a sanction, or the decision that removed a post. Refuses appeal_not_possible, appeal_exists, appeal_late. */
export function openAppeal(
  args: RequestArgs,
  {
    sanction,
    case: caseId,
    text,
  }: { sanction?: string | undefined; case?: string | undefined; text: string },
) {
  const values = { p_sanction: sanction ?? null, p_case: caseId ?? null, p_text: text }
  return rpcResult(userClient(args), 'open_appeal', values, id)
}

/** Decides an appeal. Refuses reason_required, appeal_decided, own_decision. */
export const decideAppeal = (args: RequestArgs, appeal: string, isGranted: boolean, reason: string) =>
  dropPages(
    args,
    rpcResult(
      userClient(args),
      'decide_appeal',
      { p_appeal: appeal, p_is_granted: isGranted, p_reason: reason },
      nothing,
    ),
  )

/** Adds a word, a domain or a name, or changes what happens about it. Refuses term_invalid. */
export const addModerationTerm = (args: RequestArgs, term: { kind: string; term: string; action: string }) =>
  rpcResult(
    userClient(args),
    'add_moderation_term',
    { p_kind: term.kind, p_term: term.term, p_action: term.action },
    id,
  )

export const dropModerationTerm = (args: RequestArgs, term: string) =>
  rpcResult(userClient(args), 'drop_moderation_term', { p_term: term }, nothing)

/** Adds or changes a reply. Refuses rule_needed, reply_title_taken. */
export const saveCannedReply = (
  args: RequestArgs,
  reply: { id?: string | undefined; title: string; rule: string; text: string },
) =>
  rpcResult(
    userClient(args),
    'save_canned_reply',
    { p_id: reply.id ?? null, p_title: reply.title, p_rule: reply.rule, p_text: reply.text },
    id,
  )

export const dropCannedReply = (args: RequestArgs, reply: string) =>
  rpcResult(userClient(args), 'drop_canned_reply', { p_id: reply }, nothing)
