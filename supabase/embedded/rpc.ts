/**
 * Serves the common case of `POST /rest/v1/rpc/<function>`: one prepared statement in one round trip, the response written by
 * Postgres itself. What it doesn't cover (filters after the call, overloads, other formats) goes to the engine.
 */
import type { IntrospectResult } from '@supabase/lite'
import { z } from 'zod'
import type { ApiConnection, RequestContext } from './api-connection.ts'
import { toApiFailure } from './api-failure.ts'

type ApiFunction = NonNullable<IntrospectResult['functions']>[number]

/** Limits the rows of one response, as `[api] max_rows`. */
export const maxRows = 1000

/**
 * Calls the function that the request names.
 * @returns null when the engine has to handle the call
 */
export async function callFunction(
  connection: ApiConnection,
  request: Request,
  url: URL,
  caller: { role: string; claims: Record<string, unknown> },
): Promise<Response | null> {
  const name = /^\/rest\/v1\/rpc\/([A-Za-z_]\w*)$/.exec(url.pathname)?.[1]
  if (!name || request.method !== 'POST' || url.search || !asksForPlainJson(request.headers)) return null
  const { functions = [] } = await connection.introspect()
  const candidates = functions.filter((found) => found.name === name && found.schema === 'public')
  const target = candidates[0]
  if (!target || candidates.length > 1) return null

  const body = await request.clone().text()
  const given = z.record(z.string(), z.unknown()).safeParse(body.trim() === '' ? {} : parseJson(body))
  if (!given.success) return null
  const names = Object.keys(given.data)
  if (!accepts(target, names)) return null

  const context: RequestContext = {
    ...caller,
    method: 'POST',
    path: `/rpc/${name}`,
    headers: Object.fromEntries(request.headers),
  }
  try {
    const [row] = await connection.queryAsCaller(
      context,
      statementFor(target, names),
      names.length > 0 ? [body] : [],
    )
    if (target.return_type === 'void') return new Response(null, { status: 204 })
    const text = z.object({ body: z.string().nullable() }).parse(row).body ?? 'null'
    return new Response(text, { headers: { 'content-type': 'application/json; charset=utf-8' } })
  } catch (error) {
    const failure = toApiFailure(error, caller.role)
    if (!failure) throw error
    return failure.getResponse()
  }
}

function asksForPlainJson(headers: Headers): boolean {
  const accept = headers.get('accept') ?? '*/*'
  const profile = headers.get('content-profile') ?? 'public'
  const type = headers.get('content-type') ?? 'application/json'
  return (
    (accept === '*/*' || accept === 'application/json') &&
    profile === 'public' &&
    type.startsWith('application/json') &&
    !headers.has('prefer')
  )
}

/** Returns whether a call with these arguments is complete; otherwise the engine reports what is missing. */
function accepts(target: ApiFunction, names: string[]): boolean {
  if (target.has_variadic || target.arg_names.length !== target.arg_types.length) return false
  const required = target.arg_names.slice(0, target.arg_names.length - target.arg_defaults)
  return (
    names.every((name) => target.arg_names.includes(name)) && required.every((name) => names.includes(name))
  )
}

function statementFor(target: ApiFunction, names: string[]): string {
  const columns = names.map((name) => `${quote(name)} ${target.arg_types[target.arg_names.indexOf(name)]}`)
  const args = names.map((name) => `${quote(name)} := _args.${quote(name)}`)
  const source = names.length > 0 ? `json_to_record($1::json) as _args(${columns.join(', ')}), ` : ''
  const call = `${source}public.${quote(target.name)}(${args.join(', ')}) as _answer`
  if (target.return_type === 'void') return `select 1 from ${call}`
  if (!target.return_is_setof) return `select to_json(_answer)::text as body from ${call}`
  return `select coalesce(json_agg(_answer), '[]')::text as body from (select _answer from ${call} limit ${maxRows}) _rows`
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
