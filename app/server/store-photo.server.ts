import { type FocusName, focusPoints } from '#core/picture-focus.ts'
import type { Refusal, Result } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import { storePicture } from './pictures.server.ts'
import { consumeRateLimits, rateLimitKey } from './rate-limit.server.ts'

const photoLimit = { limit: 60, windowSeconds: 3600 }

/** Returns whether a refusal of `storePhoto` is about the file, and so belongs at its field. */
export function isAboutPhoto(refusal: Refusal): boolean {
  return refusal.code.startsWith('picture_')
}

/**
 * Stores a photograph that staff sent for an event, an artist or a product: makes its files, at most 60 times an hour for each person.
 * @param crops `square` for a picture that is shown as a square alone
 * @returns the picture's key; refused as `storePicture` refuses, and with `rate_limited`
 */
export async function storePhoto(
  actor: Actor,
  photo: File,
  focus: FocusName,
  crops: 'all' | 'square',
): Promise<Result<string>> {
  const limited = await consumeRateLimits({ key: rateLimitKey('event-picture', actor.id), ...photoLimit })
  if (limited) return { ok: false, refusal: limited }
  return storePicture(Buffer.from(await photo.arrayBuffer()), focusPoints[focus], crops)
}
