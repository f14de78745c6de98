import * as z from 'zod'
import { ok, type Result } from '#core/result.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { NewStream, SourceForm, StreamForm } from './desk.schema.ts'

/** Writes of the operator desk, as the caller; the database decides who may. */

const savedSchema = z.object({ id: z.uuid(), code: z.string(), editVersion: z.int() })
const movedSchema = z.object({ state: z.string(), version: z.int() })
const givenSchema = z.object({ passes: z.int(), cents: z.int() })

/** Drops cached pages after a write that visitors see. */
function shown<Value>(args: RequestArgs, result: Result<Value>): Result<Value> {
  if (result.ok) args.context.requestContext.purgePages()
  return result
}

/** Makes the draft of a stream. @returns its id */
export async function createStream(args: RequestArgs, form: NewStream): Promise<Result<string>> {
  const fields = { title: form.title, eventId: form.eventId ?? null, startsAt: form.startsAt ?? null }
  const values = { p_stream: null, p_version: null, p_fields: fields }
  const made = await rpcResult(userClient(args), 'save_stream', values, savedSchema)
  return made.ok ? ok(made.value.id) : made
}

/** Saves what a stream is, and who may watch it. @returns refuses as `save_stream` does, such as stream_changed */
export async function saveStream(
  args: RequestArgs,
  stream: string,
  { version, ...form }: StreamForm,
): Promise<Result<unknown>> {
  const sellsPasses = form.accessRule === 'pass' || form.accessRule === 'ticket_types'
  const fields = {
    ...form,
    eventId: form.eventId ?? null,
    startsAt: form.startsAt ?? null,
    passCents: sellsPasses ? (form.passCents ?? null) : null,
  }
  const values = { p_stream: stream, p_version: version, p_fields: fields }
  return shown(args, await rpcResult(userClient(args), 'save_stream', values, savedSchema))
}

/** Sets the poster of a stream with its description; both null: that of its event again. */
export async function setStreamPicture(
  args: RequestArgs,
  stream: string,
  path: string | null,
  alt: string | null,
): Promise<Result<unknown>> {
  const values = { p_stream: stream, p_path: path, p_alt: alt }
  return shown(args, await rpcResult(userClient(args), 'set_stream_picture', values, z.unknown()))
}

/** Says whether the recording of a stream is shown, and for how many days. */
export async function setStreamReplay(
  args: RequestArgs,
  stream: string,
  isOn: boolean,
  days: number,
): Promise<Result<unknown>> {
  const values = { p_stream: stream, p_on: isOn, p_hours: days * 24 }
  return shown(args, await rpcResult(userClient(args), 'set_stream_replay', values, z.unknown()))
}

/** Sets where the picture of a stream comes from. A signing key that is left out stays. */
export async function setStreamSource(
  args: RequestArgs,
  stream: string,
  form: SourceForm,
): Promise<Result<unknown>> {
  const values = { p_stream: stream, p_kind: form.kind, p_config: configOf(form) }
  return await rpcResult(userClient(args), 'set_stream_source', values, z.unknown())
}

/** Returns the settings of a source as the database takes them: a null removes the signing key. */
function configOf(form: SourceForm): Record<string, string | null> {
  if (form.kind === 'mux') return { liveStreamId: form.liveStreamId, playbackId: form.playbackId }
  if (form.kind !== 'origin') return {}
  const config: Record<string, string | null> = { address: form.address }
  if (form.replayAddress) config.replayAddress = form.replayAddress
  if (form.removeKey) config.signingKey = null
  else if (form.signingKey) config.signingKey = form.signingKey
  return config
}

/** Publishes a draft. @returns refuses as `schedule_stream` does: no start, no ticket type */
export async function scheduleStream(args: RequestArgs, stream: string): Promise<Result<unknown>> {
  return shown(args, await rpcResult(userClient(args), 'schedule_stream', { p_stream: stream }, movedSchema))
}

/** Puts a previewed stream on the air. @returns refuses as `go_live` does: no steady picture, channel busy */
export async function goLive(args: RequestArgs, stream: string): Promise<Result<unknown>> {
  return shown(args, await rpcResult(userClient(args), 'go_live', { p_stream: stream }, movedSchema))
}

/** Shows the slate in place of the picture. @param reason kept in the log */
export async function interruptStream(
  args: RequestArgs,
  stream: string,
  reason: string,
): Promise<Result<unknown>> {
  const values = { p_stream: stream, p_reason: reason }
  return shown(args, await rpcResult(userClient(args), 'interrupt_stream', values, movedSchema))
}

/** Shows the picture again. */
export async function resumeStream(args: RequestArgs, stream: string): Promise<Result<unknown>> {
  return shown(args, await rpcResult(userClient(args), 'resume_stream', { p_stream: stream }, movedSchema))
}

/** Ends a stream that is on the air, for good. @param reason kept in the log; may be empty */
export async function endStream(args: RequestArgs, stream: string, reason: string): Promise<Result<unknown>> {
  const values = { p_stream: stream, ...(reason ? { p_reason: reason } : {}) }
  return shown(args, await rpcResult(userClient(args), 'end_stream', values, movedSchema))
}

/** Cancels a stream; its passes are refunded first. @returns how many passes that are, and their money */
export async function cancelStream(
  args: RequestArgs,
  stream: string,
  reason: string,
): Promise<Result<unknown>> {
  const values = { p_stream: stream, p_reason: reason }
  return shown(args, await rpcResult(userClient(args), 'cancel_stream', values, givenSchema))
}

/** Makes a new stream key; the one before ends. @returns the key, which is stored nowhere */
export async function rotateStreamKey(args: RequestArgs, stream: string): Promise<Result<string>> {
  const key = makeToken()
  const values = { p_stream: stream, p_key_hash: hashToken(key) }
  const rotated = await rpcResult(
    userClient(args),
    'rotate_stream_key',
    values,
    z.object({ keyVersion: z.int() }),
  )
  return rotated.ok ? ok(key) : rotated
}

/** Refunds all passes of a stream that failed, each by a job. */
export async function refundStreamPasses(
  args: RequestArgs,
  stream: string,
  reason: string,
): Promise<Result<unknown>> {
  const values = { p_stream: stream, p_reason: reason }
  return shown(args, await rpcResult(userClient(args), 'refund_stream_passes', values, givenSchema))
}

/** Ends one pass and refunds it. @param code of its order */
export async function refundStreamPass(
  args: RequestArgs,
  stream: string,
  code: string,
  reason: string,
): Promise<Result<unknown>> {
  const values = { p_code: code, p_stream: stream, p_reason: reason }
  return await rpcResult(userClient(args), 'refund_stream_pass', values, z.unknown())
}
