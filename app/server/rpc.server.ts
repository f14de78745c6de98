import type { SupabaseClient } from '@supabase/supabase-js'
import type * as z from 'zod'
import { ok, type Result } from '#core/result.ts'
import { refusalOf } from './refusal.server.ts'
import type { ArgumentsOf, Database, FunctionName } from './supabase.server.ts'

/**
 * Calls a function of the database and parses what it returns. Reads use it: they refuse nothing.
 * @param client `userClient(args)` under row policies, `serviceClient()` without them
 * @param args the function's parameters, by their SQL names
 * @param schema the only declaration of what the function returns
 * @throws the Data API's error, or a ZodError when the value does not fit the schema
 */
export async function rpc<Name extends FunctionName, Schema extends z.ZodType>(
  client: SupabaseClient<Database>,
  name: Name,
  args: ArgumentsOf<Name>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { data, error } = await client.rpc(name, args)
  if (error) throw error
  return schema.parse(data)
}

/**
 * Calls a function that may refuse.
 * @param client as for `rpc`
 * @returns the parsed value, or the refusal that the function raised (`private.refuse`)
 * @throws any other error of the Data API, or a ZodError when the value does not fit the schema
 */
export async function rpcResult<Name extends FunctionName, Schema extends z.ZodType>(
  client: SupabaseClient<Database>,
  name: Name,
  args: ArgumentsOf<Name>,
  schema: Schema,
): Promise<Result<z.output<Schema>>> {
  const { data, error } = await client.rpc(name, args)
  if (!error) return ok(schema.parse(data))
  const refusal = refusalOf(error)
  if (!refusal) throw error
  return { ok: false, refusal }
}
