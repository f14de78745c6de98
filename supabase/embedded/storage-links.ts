/** Links to private objects that anybody may open for a while. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

const grantSchema = z.object({ path: z.string(), exp: z.number() })

/** Signs and checks the tokens of such links. */
export class LinkSigner {
  readonly #key: Buffer

  /** @param secret any secret of the stack; the key is derived from it for this purpose alone */
  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('storage links').digest()
  }

  /**
   * @param path `bucket/name`
   * @param seconds how long the token counts
   */
  sign(path: string, seconds: number): string {
    const grant = { path, exp: Math.floor(Date.now() / 1000) + seconds }
    const body = Buffer.from(JSON.stringify(grant)).toString('base64url')
    return `${body}.${this.#mac(body).toString('base64url')}`
  }

  /** Whether a token was signed here for this path and counts still. */
  check(token: string, path: string): 'good' | 'expired' | 'forged' {
    const [body = '', mac = ''] = token.split('.')
    const given = Buffer.from(mac, 'base64url')
    const expected = this.#mac(body)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged'
    const grant = grantSchema.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
    if (grant.path !== path) return 'forged'
    return grant.exp * 1000 > Date.now() ? 'good' : 'expired'
  }

  #mac(body: string): Buffer {
    return createHmac('sha256', this.#key).update(body).digest()
  }
}
