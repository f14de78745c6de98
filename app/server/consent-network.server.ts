import { createHmac } from 'node:crypto'
import { readEnv } from '#server/env.server.ts'
import { networkOf } from '#server/limits.server.ts'
import type { RequestArgs } from '#server/session.server.ts'

/** @returns the hashed network of the person who consents: can be compared, not traced back to a person */
export function hashNetwork({ context }: RequestArgs): string {
  return createHmac('sha256', readEnv().LINK_SECRET)
    .update(`consent ${networkOf(context.requestContext.address)}`)
    .digest('base64url')
    .slice(0, 22)
}
