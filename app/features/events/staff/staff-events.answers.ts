/** The database's answers to staff about events, parsed into what screens take. */
import * as z from 'zod'
import { instant } from '#core/columns.ts'
import {
  CARD_STATES,
  EVENT_STATUSES,
  EVENT_VISIBILITIES,
  type EventEnding,
  type StaffEventList,
  type Tonight,
} from '../events.types.ts'

const whole = z.number().int()

const figures = { sold: whole, held: whole, capacity: whole, gross_cents: whole }

/** The answer of `list_staff_events`. */
export const staffEventsAnswer = z
  .object({
    now: instant,
    currency: z.string(),
    counts: z.object({ upcoming: whole, draft: whole, past: whole, cancelled: whole }),
    next_cursor: z.string().nullable(),
    events: z.array(
      z.object({
        ...figures,
        id: z.uuid(),
        slug: z.string(),
        title: z.string(),
        status: z.enum(EVENT_STATUSES),
        visibility: z.enum(EVENT_VISIBILITIES),
        is_test: z.boolean(),
        city: z.string(),
        venue_name: z.string(),
        time_zone: z.string(),
        starts_at: instant,
        ends_at: instant,
        state: z.enum(CARD_STATES),
      }),
    ),
  })
  .transform(
    (row): StaffEventList => ({
      now: row.now,
      currency: row.currency,
      counts: row.counts,
      nextCursor: row.next_cursor,
      events: row.events.map((event) => ({
        id: event.id,
        slug: event.slug,
        title: event.title,
        status: event.status,
        visibility: event.visibility,
        isTest: event.is_test,
        city: event.city,
        venueName: event.venue_name,
        timeZone: event.time_zone,
        startsAt: event.starts_at,
        endsAt: event.ends_at,
        state: event.state,
        sold: event.sold,
        held: event.held,
        capacity: event.capacity,
        grossCents: event.gross_cents,
      })),
    }),
  )

/** The answer of `read_tonight`. */
export const tonightAnswer = z
  .object({
    now: instant,
    currency: z.string(),
    time_zone: z.string(),
    tonight: z.array(
      z.object({
        ...figures,
        id: z.uuid(),
        slug: z.string(),
        title: z.string(),
        venue_name: z.string(),
        city: z.string(),
        time_zone: z.string(),
        status: z.enum(EVENT_STATUSES),
        doors_at: instant,
        starts_at: instant,
        ends_at: instant,
        in_now: whole,
      }),
    ),
    money: z.object({ gross_cents: whole, refunded_cents: whole, orders: whole, tickets: whole }),
    next_on_sale: z
      .object({
        event_id: z.uuid(),
        slug: z.string(),
        title: z.string(),
        type_name: z.string(),
        time_zone: z.string(),
        sale_starts_at: instant,
      })
      .nullable(),
    counts: z.object({
      upcoming: whole,
      drafts: whole,
      awaiting_payment: whole,
      failed_mails: whole,
      open_refunds: whole,
    }),
  })
  .transform(
    (row): Tonight => ({
      now: row.now,
      currency: row.currency,
      timeZone: row.time_zone,
      tonight: row.tonight.map((event) => ({
        id: event.id,
        slug: event.slug,
        title: event.title,
        venueName: event.venue_name,
        city: event.city,
        timeZone: event.time_zone,
        status: event.status,
        doorsAt: event.doors_at,
        startsAt: event.starts_at,
        endsAt: event.ends_at,
        inNow: event.in_now,
        sold: event.sold,
        held: event.held,
        capacity: event.capacity,
        grossCents: event.gross_cents,
      })),
      money: {
        grossCents: row.money.gross_cents,
        refundedCents: row.money.refunded_cents,
        orders: row.money.orders,
        tickets: row.money.tickets,
      },
      nextOnSale: row.next_on_sale && {
        eventId: row.next_on_sale.event_id,
        slug: row.next_on_sale.slug,
        title: row.next_on_sale.title,
        typeName: row.next_on_sale.type_name,
        timeZone: row.next_on_sale.time_zone,
        saleStartsAt: row.next_on_sale.sale_starts_at,
      },
      counts: {
        upcoming: row.counts.upcoming,
        drafts: row.counts.drafts,
        awaitingPayment: row.counts.awaiting_payment,
        failedMails: row.counts.failed_mails,
        openRefunds: row.counts.open_refunds,
      },
    }),
  )

/** The answer of `read_event_ending`; null when there is no such event. */
export const endingAnswer = z
  .object({
    id: z.uuid(),
    title: z.string(),
    status: z.enum(EVENT_STATUSES),
    starts_at: instant,
    ends_at: instant,
    time_zone: z.string(),
    now: instant,
    currency: z.string(),
    proven: z.boolean(),
    tickets: whole,
    carts: whole,
    orders: whole,
    refund_cents: whole,
  })
  .nullable()
  .transform(
    (row): EventEnding | null =>
      row && {
        id: row.id,
        title: row.title,
        status: row.status,
        startsAt: row.starts_at,
        endsAt: row.ends_at,
        timeZone: row.time_zone,
        now: row.now,
        currency: row.currency,
        isProven: row.proven,
        tickets: row.tickets,
        carts: row.carts,
        orders: row.orders,
        refundCents: row.refund_cents,
      },
  )

const whenTold = instant.nullable()

/** The answer of `read_event_editor`; null when there is no such event. */
export const editorAnswer = z
  .object({
    now: instant,
    currency: z.string(),
    event: z.object({
      id: z.uuid(),
      slug: z.string(),
      title: z.string(),
      summary: z.string(),
      description: z.string(),
      status: z.enum(EVENT_STATUSES),
      status_note: z.string(),
      visibility: z.enum(EVENT_VISIBILITIES),
      is_test: z.boolean(),
      venue_name: z.string(),
      address: z.string(),
      neighborhood: z.string(),
      city: z.string(),
      region: z.string(),
      country: z.string(),
      time_zone: z.string(),
      doors_at: instant,
      starts_at: instant,
      ends_at: instant,
      min_age: whole,
      dress_code: z.string(),
      id_policy: z.string(),
      genres: z.array(z.string()),
      line_up: z.array(z.object({ name: z.string(), role: z.string().nullish(), at: z.string().nullish() })),
      image_path: z.string().nullable(),
      image_alt: z.string(),
      fee_fixed_cents: whole,
      fee_bps: whole,
      tax_bps: whole,
      max_per_person: whole.nullable(),
      sales_paused_at: whenTold,
      // told back as the version that was read, so not a character of it may change
      updated_at: z.string(),
    }),
    pools: z.array(z.object({ id: z.uuid(), name: z.string(), capacity: whole, held: whole, sold: whole })),
    types: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        description: z.string(),
        visibility: z.string(),
        min_per_order: whole,
        max_per_order: whole,
        sale_starts_at: whenTold,
        sale_ends_at: whenTold,
        paused: z.boolean(),
        pools: z.array(z.uuid()),
        releases: z.array(
          z.object({
            id: z.uuid(),
            name: z.string(),
            face_cents: whole,
            quantity: whole.nullable(),
            ends_at: whenTold,
            held: whole,
            sold: whole,
          }),
        ),
      }),
    ),
    figures: z.object({ ...figures, in_now: whole }),
  })
  .nullable()
export type EditorAnswer = NonNullable<z.output<typeof editorAnswer>>
