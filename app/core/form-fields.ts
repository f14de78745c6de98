/** Parses the fields that many forms of staff have. Each refuses with a sentence that names the field. */
import * as z from 'zod'
import './form-messages.ts'
import { isOneLine, isPlainText, strangeText } from './plain-text.ts'

const inEnglish = (count: number) => count.toLocaleString('en-US')
/** Refuses text with more characters than fit. */
export const tooLong = (label: string, max: number) =>
  `${label} can have at most ${inEnglish(max)} characters`

/** One line of text that is required. */
export const line = (label: string, max: number, min = 1) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(min, min > 1 ? `${label} must have at least ${min} characters` : `${label} is required`)
    .max(max, tooLong(label, max))
    .refine(isOneLine, strangeText)

/** Text that may be left empty: the database keeps it as empty text. */
export const text = (label: string, max: number) =>
  z.string().trim().max(max, tooLong(label, max)).refine(isPlainText, strangeText).default('')

/** One line of text that may be left empty. */
export const oneLineText = (label: string, max: number) =>
  z.string().trim().max(max, tooLong(label, max)).refine(isOneLine, strangeText).default('')
