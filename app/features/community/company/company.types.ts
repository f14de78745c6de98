import * as z from 'zod'

/** Result of `read_company`; null for a member without a valid ticket. */
export const companySchema = z
  .object({
    /** True where the caller agreed to be seen. */
    isShown: z.boolean(),
    /** Those who agreed and with whom the caller follows each other. */
    people: z.array(
      z.object({ name: z.string(), avatar: z.string().nullable(), username: z.string().nullable() }),
    ),
    /** How many more agreed, up to 100; null below 3. */
    others: z.int().min(3).nullable(),
  })
  .nullable()
export type Company = z.output<typeof companySchema>

/** Result of `read_my_company`: the events to come for which the caller holds a ticket. */
export const myCompanySchema = z.array(
  z.object({ id: z.uuid(), slug: z.string(), title: z.string(), isShown: z.boolean() }),
)
export type MyCompany = z.output<typeof myCompanySchema>
