import * as z from 'zod'
import { megabyte } from './largest-file.ts'
import { pictureTypes } from './picture-kinds.ts'
import { type RefusalCode, sentenceOf } from './refusals.ts'

/** Limits of files that are sent as pictures, checked without decoding by the browser and the server alike. */

/**
 * Finds why a file can't be a picture.
 * @param megabytes the largest size it may have
 * @returns the refusal's code, or null
 */
export function pictureProblem(file: { type: string; size: number }, megabytes: number): RefusalCode | null {
  if (file.size === 0) return 'picture_missing'
  if (file.size > megabytes * megabyte) return 'picture_too_large'
  // A browser that does not know the type of a file sends none; the server decodes it to find out.
  return file.type === '' || pictureTypes.includes(file.type) ? null : 'picture_unreadable'
}

/**
 * Parses the field of a picture.
 * @param megabytes the largest size it may have
 */
export const pictureField = (megabytes: number) =>
  z.file({ error: sentenceOf('picture_missing') }).superRefine((file, ctx) => {
    const code = pictureProblem(file, megabytes)
    if (code) ctx.addIssue({ code: 'custom', message: sentenceOf(code, { megabytes }) })
  })
