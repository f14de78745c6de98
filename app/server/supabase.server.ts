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
  renewRefusedSession,
} from './session.server.ts'

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

/** Repeats a request whose token the API refused with a fresh token, then as a visitor. Safe, because a refused request does nothing. */
function fetchAsUser(args: RequestArgs): typeof fetch {
  return async (input, init) => {
    const send = (token: string) => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${token}`)
      return fetchWithTimeout(input, { ...init, headers })
    }
    const response = await fetchWithTimeout(input, init)
    if (!(await isTokenRefused(response))) return response
    args.context.requestContext.log.warn('the API refused an access token whose signature is good')
    const fresh = await renewRefusedSession(args)
    const again = fresh ? await send(fresh) : null
    if (again && !(await isTokenRefused(again))) return again
    dropSession(args)
    return send(readEnv().SUPABASE_PUBLISHABLE_KEY)
  }
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
