import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import * as z from 'zod'
import { readOriginPlaylist } from './live-source-origin.server.ts'
import type { LiveSourceDefinition } from './live-sources-port.server.ts'

/**
 * Mux: playback ids of the policy `signed`. The site reads their playlists with a token of Mux's own format, so that every one of them passes
 * our check; the segments come from Mux's network, at addresses that Mux signs itself.
 */

export const muxConfigSchema = z.object({
  liveStreamId: z.string().min(1),
  playbackId: z.string().regex(/^[A-Za-z0-9]{8,80}$/),
  replayPlaybackId: z
    .string()
    .regex(/^[A-Za-z0-9]{8,80}$/)
    .nullish(),
})

/** Life of a token for Mux, in seconds: it outlives ours, which is checked first. */
const tokenSeconds = 900

/**
 * Signs a playback token as Mux reads it: RS256, the playback id as subject, `v` (video) as audience, the key's id in header and claims.
 * @param privateKey PEM in base64, as Mux hands it out
 * @param now milliseconds since 1970
 */
export async function signMuxToken(
  playbackId: string,
  keyId: string,
  privateKey: string,
  now: number,
): Promise<string> {
  const key = createPrivateKey(Buffer.from(privateKey, 'base64'))
  return await new SignJWT({ kid: keyId })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: keyId })
    .setSubject(playbackId)
    .setAudience('v')
    .setExpirationTime(Math.floor(now / 1000) + tokenSeconds)
    .sign(key)
}

export const muxSource: LiveSourceDefinition = {
  name: 'mux',
  open({
    MUX_SIGNING_KEY_ID: keyId,
    MUX_SIGNING_PRIVATE_KEY: privateKey,
    MUX_STREAM_URL: origin,
    LIVE_ORIGIN_HOSTS: hosts,
  }) {
    if (!keyId || !privateKey) return null
    return {
      name: 'mux',
      entryOf({ state, config }) {
        const { playbackId, replayPlaybackId } = muxConfigSchema.parse(config)
        const id = state === 'replay' ? replayPlaybackId : playbackId
        return id ? `id:${id}` : null
      },
      async readPlaylist(_source, address, now) {
        const [, id] = /^id:(\w+)$/.exec(address) ?? []
        const url = id
          ? `${origin}/${id}.m3u8?token=${await signMuxToken(id, keyId, privateKey, now)}`
          : address
        return await readOriginPlaylist(url, hosts)
      },
      addressOf(_source, uri, base, kind) {
        const { href } = new URL(uri, base)
        return kind === 'playlist' ? { through: href } : { direct: href }
      },
      // Every file is fetched from Mux.
      readFile: async () => null,
    }
  },
}
