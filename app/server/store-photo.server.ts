import { type FocusName, focusPoints } from '#core/picture-focus.ts'
import type { Refusal, Result } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import { storePicture } from './pictures.server.ts'
import { countAttempt } from './rate-limit.server.ts'

/** Returns whether a refusal of `storePhoto` is about the file, and so belongs at its field. */
export function isAboutPhoto(refusal: Refusal): boolean {
  return refusal.code.startsWith('picture_')
}

/**
 * Stores a photograph that staff sent for an event, an artist or a product: makes its files, so often an hour for each person.
 * @param crops `square` for a picture that is shown as a square alone
 * @returns the picture's key; refused as `storePicture` refuses, and with `rate_limited`
 */
export async function storePhoto(
  actor: Actor,
  photo: File,
  focus: FocusName,
  crops: 'all' | 'square',
): Promise<Result<string>> {
  const limited = await countAttempt({ limit: 'photo', subject: actor.id })
  if (limited) return { ok: false, refusal: limited }
  return storePicture(Buffer.from(await photo.arrayBuffer()), focusPoints[focus], crops)
}
