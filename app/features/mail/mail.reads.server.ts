import * as z from 'zod'
import { instant, words } from '#core/columns.ts'
import { readEnv } from '#server/env.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import type { MailOrder, MailSender } from './mail.types.ts'

const factsSchema = z.object({
  sender: z.object({
    brand: z.string(),
    company: z.string(),
    postal_address: words,
    contact_email: words,
  }),
  orders: z.array(
    z.object({
      id: z.uuid(),
      code: z.string(),
      name: z.string(),
      currency: z.string(),
      tax_cents: z.int(),
      discount_cents: z.int(),
      total_cents: z.int(),
      is_test: z.boolean(),
      ticket_count: z.int(),
      lines: z.array(
        z.object({
          type_name: z.string(),
          release_name: words,
          quantity: z.int(),
          unit_face_cents: z.int(),
          unit_fee_cents: z.int(),
        }),
      ),
      event: z.object({
        title: z.string(),
        venue_name: words,
        address: words,
        city: words,
        time_zone: z.string(),
        doors_at: instant,
        starts_at: instant,
        ends_at: instant,
        min_age: z.number(),
        id_policy: words,
      }),
    }),
  ),
  refund: z.object({ amount_cents: z.int(), tickets_void: z.boolean() }).nullable(),
})

/** What mails are written from: who sends, the orders in question, the refund in question. */
export type MailFacts = {
  sender: MailSender
  orders: MailOrder[]
  refund: { amountCents: number; ticketsVoid: boolean } | null
}

/** Reads what a mail tells, in one round trip. */
export async function readMailFacts(orderIds: string[], refundId: string | null): Promise<MailFacts> {
  const { data, error } = await serviceClient().rpc('read_mail_facts', {
    p_orders: orderIds,
    p_refund: refundId,
  })
  if (error) throw error
  const { sender, orders, refund } = factsSchema.parse(data)
  return {
    sender: {
      brand: sender.brand,
      company: sender.company,
      postalAddress: sender.postal_address,
      contactEmail: sender.contact_email,
      siteUrl: readEnv().SITE_URL,
    },
    orders: orders.map((row) => ({
      id: row.id,
      code: row.code,
      name: row.name,
      currency: row.currency,
      taxCents: row.tax_cents,
      discountCents: row.discount_cents,
      totalCents: row.total_cents,
      isTest: row.is_test,
      ticketCount: row.ticket_count,
      lines: row.lines.map((line) => ({
        typeName: line.type_name,
        releaseName: line.release_name,
        quantity: line.quantity,
        unitFaceCents: line.unit_face_cents,
        unitFeeCents: line.unit_fee_cents,
      })),
      event: {
        title: row.event.title,
        venueName: row.event.venue_name,
        address: row.event.address,
        city: row.event.city,
        timeZone: row.event.time_zone,
        doorsAt: row.event.doors_at,
        startsAt: row.event.starts_at,
        endsAt: row.event.ends_at,
        minAge: row.event.min_age,
        idPolicy: row.event.id_policy,
      },
    })),
    refund: refund && { amountCents: refund.amount_cents, ticketsVoid: refund.tickets_void },
  }
}
