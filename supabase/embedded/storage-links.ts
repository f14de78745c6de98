/** Signs links to private objects that anybody may open until they expire. */
import { createHmac } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'

/** Signs and checks the tokens of such links. */
export class LinkSigner {
  readonly #key: Uint8Array

  /** @param secret any secret of the stack; the key is derived from it for this purpose alone */
  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('storage links').digest()
  }

  /**
   * @param path `bucket/name`
   * @param seconds how long the token is valid
   */
  sign(path: string, seconds: number): Promise<string> {
    const exp = Math.floor(Date.now() / 1000) + seconds
    return new SignJWT({ url: path, exp }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(this.#key)
  }

  /** Tells whether a token was signed here for this path and has not expired. */
  async check(token: string, path: string): Promise<'good' | 'expired' | 'forged'> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        requiredClaims: ['exp'],
      })
      return payload.url === path ? 'good' : 'forged'
    } catch (error) {
      if (error instanceof errors.JWTExpired) return error.payload.url === path ? 'expired' : 'forged'
      if (error instanceof errors.JOSEError) return 'forged'
      throw error
    }
  }
}
