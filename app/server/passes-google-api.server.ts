import type { KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import * as z from 'zod'

const scope = 'https://www.googleapis.com/auth/wallet_object.issuer'
const timeoutMs = 10_000
const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() })

/** Replaces classes and objects of Google Wallet by its API. */
export type GoogleApi = {
  /**
   * Replaces a class or an object by its id. One that Google does not have was never saved by anybody: that counts as done.
   * @throws an Error when Google refused it or did not respond
   */
  replace(kind: 'eventTicketClass' | 'eventTicketObject', value: { id: string }): Promise<void>
}

/**
 * Opens the API with a service account, for which a token is fetched when one is needed, and kept until a minute before its end.
 * @param options.url replaces Google's hosts; for tests
 */
export function openGoogleApi(options: {
  account: string
  key: KeyObject
  url?: string | undefined
}): GoogleApi {
  const { account, key, url } = options
  const tokenUrl = `${url ?? 'https://oauth2.googleapis.com'}/token`
  const base = `${url ?? 'https://walletobjects.googleapis.com'}/walletobjects/v1`
  let token: { text: string; endsAt: number } | null = null

  async function readToken(): Promise<string> {
    if (token && token.endsAt > Date.now()) return token.text
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(account)
      .setAudience('https://oauth2.googleapis.com/token')
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key)
    const response = await fetch(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`Google refused a token: ${response.status}`)
    const { access_token, expires_in } = tokenSchema.parse(await response.json())
    token = { text: access_token, endsAt: Date.now() + (expires_in - 60) * 1000 }
    return access_token
  }

  return {
    async replace(kind, value) {
      const response = await fetch(`${base}/${kind}/${encodeURIComponent(value.id)}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${await readToken()}`, 'content-type': 'application/json' },
        body: JSON.stringify(value),
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (response.status === 401) token = null
      if (!response.ok && response.status !== 404)
        throw new Error(`Google refused a change of ${kind}: ${response.status}`)
    },
  }
}
