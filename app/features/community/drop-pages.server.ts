import type { Result } from '#core/result.ts'
import type { RequestArgs } from '#server/session.server.ts'

/** Drops cached pages after a text was taken away or changed: visitors must not read it from memory. @returns the result */
export async function dropPages<Value>(
  args: RequestArgs,
  result: Promise<Result<Value>> | Result<Value>,
): Promise<Result<Value>> {
  const done = await result
  if (done.ok) args.context.requestContext.purgePages()
  return done
}
