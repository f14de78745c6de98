import * as z from 'zod'
import { megabyte } from './largest-file.ts'
import { type RefusalCode, sentenceOf } from './refusals.ts'

/** Limits of files that are sent as pictures, checked without decoding by the browser and the server alike. */

const kinds = { 'image/jpeg': 'JPEG', 'image/png': 'PNG', 'image/webp': 'WebP', 'image/gif': 'GIF' }
export const pictureTypes = Object.keys(kinds)
/** The `accept` of a field that takes pictures. */
export const acceptedPictures = pictureTypes.join(',')

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
 * Says which pictures a field takes.
 * @param megabytes the largest size a picture may have
 * @param isOne whether it takes one alone
 */
export function pictureHint(megabytes: number, isOne = true): string {
  const names = Object.values(kinds)
  const kindsText = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
  return `${kindsText}, up to ${megabytes} MB${isOne ? '' : ' each'}.`
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
