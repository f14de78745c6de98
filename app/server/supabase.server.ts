import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database as Generated, Json } from './database.types.ts'
import { readEnv } from './env.server.ts'
import { fetchWithTimeout } from './fetch-with-timeout.server.ts'
import {
  dropSession,
  mayHaveSession,
  oncePerRequest,
  type RequestArgs,
  readAccessToken,
  readIdentity,
  renewRefusedSession,
} from './session.server.ts'
import { signAddress } from './sign-address.server.ts'

type Functions = Generated['public']['Functions']

/** Describes the arguments of a function: null is allowed for every value, which the generator cannot know, and any plain data as jsonb. */
type Nullable<Value> = Json extends Value ? unknown : Value | null

/** The schema of the Data API. */
export type Database = Omit<Generated, 'public'> & {
  public: Omit<Generated['public'], 'Functions'> & {
    Functions: {
      [name in keyof Functions]: Omit<Functions[name], 'Args'> & {
        Args: { [arg in keyof Functions[name]['Args']]: Nullable<Functions[name]['Args'][arg]> }
      }
    }
  }
}

/** A function of the database, by name, and what it takes. */
export type FunctionName = keyof Database['public']['Functions']
export type ArgumentsOf<Name extends FunctionName> = Database['public']['Functions'][Name]['Args']

/** Retries are ours alone; the library's own would multiply them. */
const db = { retry: false }
const stateless = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

let anonymous: SupabaseClient<Database> | undefined
let service: SupabaseClient<Database> | undefined

/**
 * Makes the client that reads the database as the user: with their session, or without one as a visitor. Row policies apply.
 * Costs nothing until it is used, and for visitors without a session one client serves them all.
 */
export function userClient(args: RequestArgs): SupabaseClient<Database> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = readEnv()
  if (!mayHaveSession(args.request) && !args.context.requestContext.memo.has('session'))
    return visitorClient()
  return oncePerRequest(args, 'supabase.visitor', () =>
    createClient<Database>(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
      db,
      accessToken: () => readAccessToken(args),
      global: { fetch: fetchAsUser(args) },
    }),
  )
}

const writing = 'supabase.writing'

/** Makes the client of `userClient` for a write in a request with the method GET, which else only reads. */
export function writingClient(args: RequestArgs): SupabaseClient<Database> {
  args.context.requestContext.memo.set(writing, true)
  return userClient(args)
}

/** Makes the client that reads the database as a visitor without a session, whoever asks. */
export function visitorClient(): SupabaseClient<Database> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = readEnv()
  anonymous ??= createClient<Database>(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
    db,
    auth: stateless,
    global: { fetch: fetchWithTimeout },
  })
  return anonymous
}

/**
 * Sends a request that may write with the visitor's network address, which the audit log stores with what staff do. Repeats one
 * whose token the API refused with a fresh token, then as a visitor. Safe, because a refused request does nothing.
 */
function fetchAsUser(args: RequestArgs): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    const { method } = args.request
    const writes = (method !== 'GET' && method !== 'HEAD') || args.context.requestContext.memo.has(writing)
    const address = writes && (await oncePerRequest(args, 'supabase.address', () => readSignedAddress(args)))
    if (address) headers.set('x-visitor-address', address)
    const send = (token: string) => {
      headers.set('authorization', `Bearer ${token}`)
      return fetchWithTimeout(input, { ...init, headers })
    }
    const response = await fetchWithTimeout(input, { ...init, headers })
    if (!(await isTokenRefused(response))) return response
    args.context.requestContext.log.warn('the API refused an access token whose signature is good')
    const fresh = await renewRefusedSession(args)
    const again = fresh ? await send(fresh) : null
    if (again && !(await isTokenRefused(again))) return again
    dropSession(args)
    return send(readEnv().SUPABASE_PUBLISHABLE_KEY)
  }
}

/** The key that addresses are signed with, and until when it is used, in milliseconds since 1970. */
let addressKey: { value: Promise<string | null>; until: number } | undefined
/** Reads a key that was replaced within this time, and tries again after a failure, in milliseconds. */
const addressKeyFor = { known: 10 * 60_000, unknown: 10_000 }

/** Reads the key from the database, once for all requests of ten minutes. @returns null when it can't be read */
function readAddressKey(args: RequestArgs): Promise<string | null> {
  if (addressKey && addressKey.until > Date.now()) return addressKey.value
  const value = Promise.resolve(serviceClient().rpc('read_address_key')).then(({ data, error }) => {
    if (!error) return data
    throw error
  })
  const kept = { value: value.catch(() => null), until: Date.now() + addressKeyFor.known }
  value.catch((error: unknown) => {
    args.context.requestContext.log.warn({ err: error }, 'the key of network addresses could not be read')
    kept.until = Date.now() + addressKeyFor.unknown
  })
  addressKey = kept
  return kept.value
}

/** Signs the visitor's network address for the database (`private.request_address`). @returns null where there is nothing to sign */
async function readSignedAddress(args: RequestArgs): Promise<string | null> {
  const identity = await readIdentity(args)
  const key = identity && (await readAddressKey(args))
  return key ? signAddress(key, args.context.requestContext.address, identity.id) : null
}

/** Tells whether the API refused the token itself (PGRST301 to 303) rather than the request. */
async function isTokenRefused(response: Response): Promise<boolean> {
  return response.status === 401 && /"code":\s*"PGRST30[1-3]"/.test(await response.clone().text())
}

/**
 * The database without row policies, by the secret key. Only for *.writes.server.ts, accounts, mail and webhooks: what it
 * calls must not trust the request for anything but what was verified before.
 */
export function serviceClient(): SupabaseClient<Database> {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = readEnv()
  service ??= createClient<Database>(SUPABASE_URL, SUPABASE_SECRET_KEY, {
    db,
    auth: stateless,
    global: { fetch: fetchWithTimeout },
  })
  return service
}
