import { randomInt, randomUUID } from 'node:crypto'
import * as z from 'zod'

/** Calls the site's API with a browser's cookies, as the site's own pages do. */

const bodySchema = z
  .looseObject({
    id: z.string(),
    role: z.string(),
    message: z.string(),
    errors: z.array(z.object({ message: z.string(), field: z.string().nullable() })),
  })
  .partial()

/** A response; the body is empty where it was no JSON object. */
export type ApiResponse = {
  status: number
  body: z.output<typeof bodySchema>
  text: string
  headers: Headers
  /** The Set-Cookie lines. */
  set: string[]
}

export class ApiVisitor {
  readonly cookies = new Map<string, string>()
  readonly site: string
  readonly address: string
  /** Address to connect to, when the site's public origin is not an address of this machine. */
  readonly door: string

  /**
   * @param site the site's public origin
   * @param address where the visitor comes from, as the proxy in front of the site reports it; limits count by it,
   * so each visitor gets another one unless it is given
   */
  constructor(site: string, address = randomAddress(), door = site) {
    this.site = site
    this.address = address
    this.door = door
  }

  /** Copies the cookies into a second browser. */
  copy(): ApiVisitor {
    const copy = new ApiVisitor(this.site, this.address, this.door)
    for (const [name, value] of this.cookies) copy.cookies.set(name, value)
    return copy
  }

  get(path: string, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return this.send('GET', path, undefined, headers)
  }

  /** Posts JSON; a string is sent as it is. */
  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<ApiResponse> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return this.send('POST', path, text, { 'content-type': 'application/json', ...headers })
  }

  /** Posts a form as a browser without JavaScript does, and does not follow the redirect. */
  postForm(path: string, fields: Record<string, string>): Promise<ApiResponse> {
    const type = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*;q=0.8' }
    return this.send('POST', path, new URLSearchParams(fields).toString(), type)
  }

  async send(
    method: string,
    path: string,
    body: BodyInit | undefined,
    headers: Record<string, string>,
  ): Promise<ApiResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(this.door + path, {
      method,
      body,
      redirect: 'manual',
      headers: {
        origin: this.site,
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': this.address,
        ...(cookie && { cookie }),
        ...headers,
      },
    })
    const set = response.headers.getSetCookie()
    for (const line of set) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/;\s*max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    const json: unknown = isJson ? JSON.parse(text) : {}
    // Some answers are lists, or null; who reads those takes the text.
    const parsed = json === null || Array.isArray(json) ? {} : bodySchema.parse(json)
    return { status: response.status, body: parsed, text, headers: response.headers, set }
  }
}

/** Returns one of 16 million addresses: limits count by address, so two visitors of a run must not share one. */
export function randomAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
}

/** Makes valid input for the registration form. */
export function newAccountDetails(name = 'Mia') {
  const mark = randomUUID().replaceAll('-', '').slice(0, 12)
  return {
    username: `${name.toLowerCase()}_${mark}`,
    email: `${name.toLowerCase()}.${mark}@example.com`,
    displayName: `${name} ${mark.slice(0, 4)}`,
    password: 'Tassa-4-drums',
  }
}

/** Registers a new person and returns their browser, signed in. */
export async function registered(site: string, name?: string) {
  const visitor = new ApiVisitor(site)
  const details = newAccountDetails(name)
  const response = await visitor.post('/api/auth/register', details)
  if (response.status !== 200)
    throw new Error(`registration answered ${response.status} ${JSON.stringify(response.body)}`)
  return { visitor, details, id: String(response.body.id) }
}
