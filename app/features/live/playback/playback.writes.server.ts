import { playbackCookie, playlistAddress, sessionMedia } from '#core/live-paths.ts'
import { ok, type Result, refused } from '#core/result.ts'
import { readEnv } from '#server/env.server.ts'
import { readPlayback, signPlayback } from '#server/playback-token.server.ts'
import { rpcResult } from '#server/rpc.server.ts'
import { type RequestArgs, readIdentity } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import { type Playback, type PlaybackSession, playbackSessionSchema } from './playback.types.ts'

/** Begins, renews and ends playback. The database decides who may watch; what it allows is signed here. */

/** What a player gets, and the cookie that carries its token to the playlists. */
export type SignedPlayback = { playback: Playback; cookie: string }

/** Returns the client that acts for a person, or the site's own for somebody without a session, whom the API lets do nothing. */
async function clientFor(args: RequestArgs) {
  const identity = await readIdentity(args)
  return { isVisitor: identity === null, client: identity === null ? serviceClient() : userClient(args) }
}

async function sign(session: PlaybackSession): Promise<SignedPlayback> {
  const { TICKET_SIGNING_KEY, secure } = readEnv()
  const { streamId, sessionId, viewer, isReplay, renewInSeconds, endedOther } = session
  const expiresAt = new Date(session.expiresAt)
  const token = await signPlayback(TICKET_SIGNING_KEY, { streamId, sessionId, viewer, isReplay, expiresAt })
  const seconds = Math.max(0, Math.round((expiresAt.getTime() - Date.now()) / 1000))
  const cookie = [
    `${playbackCookie}=${token}`,
    `Path=${sessionMedia(streamId, sessionId)}`,
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ')
  const address = playlistAddress(streamId, sessionId, token)
  return {
    playback: { sessionId, address, renewInSeconds, expiresAt: session.expiresAt, isReplay, endedOther },
    cookie,
  }
}

/**
 * Begins playback of a stream for whoever asks.
 * @param device a uuid that the browser keeps
 * @returns refuses as `begin_playback` does: locked, not on, over, sign in first
 */
export async function beginPlayback(
  args: RequestArgs,
  streamId: string,
  device: string,
): Promise<Result<SignedPlayback>> {
  const { client } = await clientFor(args)
  const values = { p_stream: streamId, p_device: device, p_seconds: readEnv().LIVE_TOKEN_SECONDS ?? null }
  const begun = await rpcResult(client, 'begin_playback', values, playbackSessionSchema)
  return begun.ok ? ok(await sign(begun.value)) : begun
}

/** Tells whether somebody without a session has the session's own token, by which alone they are known. */
async function isOwn(sessionId: string, token: string | null | undefined): Promise<boolean> {
  const playback = token ? await readPlayback(readEnv().TICKET_SIGNING_KEY, token) : null
  return playback?.sessionId === sessionId
}

/**
 * Renews a session for another life of its token.
 * @param token of the session; asked for where nobody is signed in
 * @returns refuses as `renew_playback` does: refunded, banned, ended by another device, stream over
 */
export async function renewPlayback(
  args: RequestArgs,
  sessionId: string,
  token: string | null | undefined,
): Promise<Result<SignedPlayback>> {
  const { client, isVisitor } = await clientFor(args)
  if (isVisitor && !(await isOwn(sessionId, token))) return refused('playback_expired')
  const values = { p_session: sessionId, p_seconds: readEnv().LIVE_TOKEN_SECONDS ?? null }
  const renewed = await rpcResult(client, 'renew_playback', values, playbackSessionSchema)
  return renewed.ok ? ok(await sign(renewed.value)) : renewed
}

/** Ends a session whose player is gone. Somebody else's is left alone. */
export async function endPlayback(
  args: RequestArgs,
  sessionId: string,
  token: string | null | undefined,
): Promise<void> {
  const { client, isVisitor } = await clientFor(args)
  if (isVisitor && !(await isOwn(sessionId, token))) return
  const { error } = await client.rpc('end_playback', { p_session: sessionId })
  if (error) throw error
}
