import * as z from 'zod'

/** Describes how many rows match the filters of a list (`private.list_total`); null on later pages. */
export const listTotalSchema = z
  .object({
    count: z.int(),
    /** There are more; they are not counted. */
    isMore: z.boolean(),
    /** Their money; null where there are more, or none. */
    sumCents: z.int().nullable(),
  })
  .nullable()
