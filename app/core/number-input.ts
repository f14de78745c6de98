/** Reads numbers as people in the US write them; anything else is refused at its field, never guessed. */
import * as z from 'zod'
import { formatMoney } from './money.ts'

const reload = 'Please reload the page and try again'

/**
 * Reads digits with a decimal point. A comma counts before exactly three digits, as in `1,250.50`: `12,50` is twelve and a half to
 * one reader and a slip of the hand to another, so it is no number here. Nor are signs, exponents and digits of other scripts.
 * @param decimals digits that may follow the point
 * @returns the number in units of its last digit (cents with two decimals), null for anything else
 */
export function readNumber(text: string, decimals = 0): number | null {
  const [, whole, part = ''] = /^(\d{1,15}|[1-9]\d{0,2}(?:,\d{3}){1,4})(?:\.(\d+))?$/.exec(text.trim()) ?? []
  if (whole === undefined || part.length > decimals) return null
  return Number(whole.replaceAll(',', '') + part.padEnd(decimals, '0'))
}

/** Reads dollars (`25`, `$25.50`, `1,250`) into whole cents; null for anything else. */
export const readDollars = (text: string) => readNumber(text.trim().replace(/^\$/, ''), 2)

/** Parses text with a reader of numbers; what it can't read is refused with `message`. */
const numberField = (read: (text: string) => number | null, message: string, missing = message) =>
  z.string({ error: missing }).transform((text, context) => {
    const number = text.trim() === '' ? null : read(text)
    if (number !== null) return number
    context.addIssue({ code: 'custom', message: text.trim() === '' ? missing : message })
    return z.NEVER
  })

/**
 * An amount in dollars, as whole cents.
 * @param mostCents the largest one, which the message says
 */
export const dollars = (mostCents = 9_999_999) =>
  numberField(readDollars, 'Enter an amount such as 25 or 25.50', 'Enter an amount, or 0 for free').refine(
    (cents) => cents <= mostCents,
    `The amount can be at most ${formatMoney(mostCents, 'USD')}`,
  )

/** A whole number. */
export const wholeNumber = (label: string, min: number, max: number) =>
  numberField((text) => readNumber(text), `${label} must be a whole number`)
    .refine((count) => count >= min, `${label} must be at least ${min}`)
    .refine((count) => count <= max, `${label} can be at most ${max.toLocaleString('en-US')}`)

/** A percentage with up to two decimals, as basis points. */
export const percent = (label: string, mostBps: number) =>
  numberField(
    (text) => readNumber(text.trim().replace(/\s*%$/, ''), 2),
    `${label} must be a percentage such as 8.5`,
  ).refine((bps) => bps <= mostBps, `${label} can be at most ${mostBps / 100}%`)

/** Degrees as map apps write them, to five decimals, which is a metre. */
export const degrees = (label: string, most: number, example: string) => {
  const message = `${label} must be a number such as ${example}`
  return z
    .string({ error: message })
    .trim()
    .regex(/^-?\d{1,3}(\.\d{1,20})?$/, message)
    .transform((text) => Math.round(Number(text) * 1e5) / 1e5)
    .refine((value) => Math.abs(value) <= most, `${label} must be between -${most} and ${most}`)
}

/** A number that a page's own form sends back as it was shown. */
export const shownNumber = (most = Number.MAX_SAFE_INTEGER) =>
  z
    .string({ error: reload })
    .regex(/^\d{1,15}$/, reload)
    .transform(Number)
    .refine((number) => number <= most, reload)

/** Writes hundredths (cents, basis points) as staff type them: `25`, `25.50`. */
export function hundredthsText(hundredths: number): string {
  return hundredths % 100 === 0 ? String(hundredths / 100) : (hundredths / 100).toFixed(2)
}
