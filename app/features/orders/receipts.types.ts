import * as z from 'zod'
import { instant } from '#core/columns.ts'

/** Result of `read_receipt` and `read_receipt_by_link`. Money is whole cents, instants are ISO 8601. */
export const receiptSchema = z.object({
  /** Such as `R-2026-000042`. */
  number: z.string(),
  issuedAt: instant,
  buyerName: z.string(),
  /** Holds its text, as it was when it was issued. */
  content: z.object({
    seller: z.object({
      brand: z.string(),
      company: z.string(),
      postalAddress: z.string().nullable(),
      contactEmail: z.string().nullable(),
    }),
    orderCode: z.string(),
    paidAt: instant,
    currency: z.string(),
    isTest: z.boolean(),
    /** IANA zone in which its dates are printed. */
    timeZone: z.string(),
    event: z.object({ title: z.string(), startsAt: instant }).nullable(),
    lines: z.array(
      z.object({
        name: z.string(),
        detail: z.string().nullable(),
        quantity: z.int(),
        unitFaceCents: z.int(),
        faceCents: z.int(),
        discountCents: z.int(),
        /** True if the discount is that of the code. */
        byCode: z.boolean().default(false),
        feeCents: z.int(),
        taxCents: z.int(),
        totalCents: z.int(),
        /** Price of all units, fees in and discounts off, before tax. */
        priceCents: z.int(),
        /** The same of one unit. */
        eachCents: z.int(),
      }),
    ),
    promoCode: z.string().nullable(),
    /** How many units of one order the code covers at most; null = no limit. */
    codeMostPerOrder: z.int().nullable().default(null),
    faceCents: z.int(),
    discountCents: z.int(),
    feeCents: z.int(),
    taxCents: z.int(),
    totalCents: z.int(),
    /** The amount paid before tax. */
    priceCents: z.int(),
  }),
  /** Refunds that were paid out, oldest first; one that failed afterwards is reversed by a document with a negative amount. */
  creditNotes: z.array(
    z.object({
      number: z.string(),
      issuedAt: instant,
      amountCents: z.int(),
      /** Number of the credit note that it reverses; null for a credit note. */
      reverses: z.string().nullable(),
    }),
  ),
  /** Its total less these refunds. */
  paidAfterRefundsCents: z.int(),
})
export type Receipt = z.output<typeof receiptSchema>
