import * as z from 'zod'
import { instant, words } from '#core/columns.ts'
import { eventBriefSchema } from '#core/event-brief.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { Checkout, PlacedOrder } from './orders.types.ts'

const lineSchema = z
  .object({
    id: z.uuid(),
    ticket_type_id: z.uuid(),
    type_name: z.string(),
    release_name: words,
    quantity: z.int(),
    unit_face_cents: z.int(),
    unit_fee_cents: z.int(),
    unit_tax_cents: z.int(),
  })
  .transform((row) => ({
    id: row.id,
    ticketTypeId: row.ticket_type_id,
    typeName: row.type_name,
    releaseName: row.release_name,
    quantity: row.quantity,
    unitFaceCents: row.unit_face_cents,
    unitFeeCents: row.unit_fee_cents,
    unitTaxCents: row.unit_tax_cents,
  }))

const holdStatus = z.enum(['active', 'pinned', 'converted', 'released', 'expired'])
const orderStatus = z.enum([
  'awaiting_payment',
  'processing',
  'paid',
  'payment_failed',
  'expired',
  'cancelled',
])

const checkoutSchema = z
  .object({
    hold_id: z.uuid(),
    status: holdStatus,
    expires_at: instant,
    server_now: instant,
    event: eventBriefSchema,
    currency: z.string(),
    lines: z.array(lineSchema),
    face_cents: z.int(),
    fee_cents: z.int(),
    tax_cents: z.int(),
    order: z
      .object({
        code: z.string(),
        status: orderStatus,
        email: z.string(),
        name: z.string(),
        phone: z.string().nullable(),
      })
      .nullable(),
  })
  .transform(
    (row): Checkout => ({
      holdId: row.hold_id,
      holdStatus: row.status,
      expiresAt: row.expires_at,
      serverNow: row.server_now,
      event: row.event,
      lines: row.lines,
      totals: {
        faceCents: row.face_cents,
        feeCents: row.fee_cents,
        taxCents: row.tax_cents,
        discountCents: 0,
        totalCents: row.face_cents + row.fee_cents + row.tax_cents,
        currency: row.currency,
      },
      order: row.order,
    }),
  )

const orderSchema = z
  .object({
    id: z.uuid(),
    code: z.string(),
    status: orderStatus,
    email: z.string(),
    name: z.string(),
    currency: z.string(),
    face_cents: z.int(),
    fee_cents: z.int(),
    tax_cents: z.int(),
    discount_cents: z.int(),
    total_cents: z.int(),
    refunded_cents: z.int(),
    is_test: z.boolean(),
    contact_email: words,
    created_at: instant,
    paid_at: instant.nullable(),
    server_now: instant,
    event: eventBriefSchema,
    lines: z.array(lineSchema),
    ticket_count: z.int(),
    hold: z.object({ id: z.uuid(), status: holdStatus, expires_at: instant }).nullable(),
    failure_code: z.string().nullable(),
  })
  .transform(
    (row): PlacedOrder => ({
      id: row.id,
      code: row.code,
      status: row.status,
      email: row.email,
      name: row.name,
      event: row.event,
      lines: row.lines,
      totals: {
        faceCents: row.face_cents,
        feeCents: row.fee_cents,
        taxCents: row.tax_cents,
        discountCents: row.discount_cents,
        totalCents: row.total_cents,
        currency: row.currency,
      },
      refundedCents: row.refunded_cents,
      ticketCount: row.ticket_count,
      isTest: row.is_test,
      contactEmail: row.contact_email,
      createdAt: row.created_at,
      paidAt: row.paid_at,
      hold: row.hold && { id: row.hold.id, status: row.hold.status, expiresAt: row.hold.expires_at },
      failureCode: row.failure_code,
      serverNow: row.server_now,
    }),
  )

/**
 * The visitor's own hold.
 * @param holdId which; left out: the latest that still lives
 * @returns null when there is none, or it is somebody else's
 */
export async function readCheckout(args: RequestArgs, holdId?: string): Promise<Checkout | null> {
  const { data, error } = await userClient(args).rpc('read_checkout', { p_hold: holdId ?? null })
  if (error) throw error
  return checkoutSchema.nullable().parse(data)
}

/** The visitor's own order with a code; null when there is none, or it is somebody else's. */
export async function readOrder(args: RequestArgs, code: string): Promise<PlacedOrder | null> {
  const { data, error } = await userClient(args).rpc('read_order', { p_code: code })
  if (error) throw error
  return orderSchema.nullable().parse(data)
}
