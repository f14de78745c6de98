import * as z from 'zod'

/** Parses dollars as staff type them (`25`, `25.5`, `$1,250.00`) into whole cents. */
export const dollarsSchema = z
  .string({ error: 'Enter an amount, or 0 for free' })
  .trim()
  .transform((text) => text.replace(/^\$/, '').replaceAll(',', ''))
  .pipe(z.string().regex(/^\d{1,5}(\.\d{1,2})?$/, 'Enter an amount such as 25 or 25.50'))
  .transform((text) => {
    const [whole = '0', part = ''] = text.split('.')
    return Number(whole) * 100 + Number(part.padEnd(2, '0'))
  })
