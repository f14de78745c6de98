/** What staff do to events. Each verb is one function of the database, called as the person who asks; it checks who may. */
import * as z from 'zod'
import { ok, type Result } from '#core/result.ts'
import { refusalOf } from '#server/refusal.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { type ArgumentsOf, asVisitor, type FunctionName } from '#server/supabase.server.ts'
import type { EventStatus } from './events.types.ts'

async function ask<Name extends FunctionName>(
  args: RequestArgs,
  name: Name,
  params: ArgumentsOf<Name>,
): Promise<Result<unknown>> {
  const { data, error } = await asVisitor(args).rpc(name, params)
  if (!error) {
    // visitors see the change with their next page
    args.context.visit.purgePages()
    return ok(data)
  }
  const refusal = refusalOf(error)
  if (!refusal) throw error
  return { ok: false, refusal }
}

/**
 * Writes an event with its pools, ticket types and prices.
 * @param payload what `eventPayload` made of the form
 * @returns the event's id
 */
export async function saveEvent(
  args: RequestArgs,
  payload: Record<string, unknown>,
): Promise<Result<string>> {
  const saved = await ask(args, 'save_event', { p_event: payload })
  return saved.ok ? ok(z.uuid().parse(saved.value)) : saved
}

/** Opens a draft, or a postponed event with its new date. */
export async function publishEvent(args: RequestArgs, id: string): Promise<Result<null>> {
  const done = await ask(args, 'publish_event', { p_id: id })
  return done.ok ? ok(null) : done
}

/**
 * Postpones, cancels or archives an event; carts are emptied at once.
 * @param note what the event's page says about it
 */
export async function setEventStatus(
  args: RequestArgs,
  id: string,
  status: Exclude<EventStatus, 'draft'>,
  note: string,
): Promise<Result<null>> {
  if (status === 'published') return publishEvent(args, id)
  const done = await ask(args, 'set_event_status', { p_id: id, p_status: status, p_note: note })
  return done.ok ? ok(null) : done
}

/** Copies an event into a new draft. @returns the draft's id */
export async function copyEvent(args: RequestArgs, id: string): Promise<Result<string>> {
  const copied = await ask(args, 'copy_event', { p_id: id })
  return copied.ok ? ok(z.uuid().parse(copied.value)) : copied
}
