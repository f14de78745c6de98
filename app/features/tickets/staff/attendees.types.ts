import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { listTotalSchema } from '#core/list-total.ts'
import { ticketStatuses } from '#core/states.ts'
import { ticketCustodies } from '../tickets.types.ts'

/** Filters of the attendee list, as `read_attendees` takes them. */
export const attendeeFilters = ['all', 'expected', 'arrived', 'left', 'vip', 'blocked', 'void'] as const
export type AttendeeFilter = (typeof attendeeFilters)[number]

/** Orders of that list; `-` sorts from the last one. By arrival it has those who are in. */
export const attendeeSorts = ['name', '-name', 'arrival', '-arrival'] as const

const named = z.object({ id: z.uuid(), name: z.string() })

const attendeeSchema = z.object({
  id: z.uuid(),
  holder: z.string(),
  type: z.string(),
  /** Name of the package or table that the ticket is part of. */
  partOf: z.string().nullable(),
  status: z.enum(ticketStatuses),
  voidReason: z.string().nullable(),
  isBlocked: z.boolean(),
  isVip: z.boolean(),
  /** Says who has it: `offered` to another person, or `listed` for sale. Neither is admitted. */
  custody: z.enum(ticketCustodies),
  /** Its holder got it from its buyer or a later holder. */
  isTransferred: z.boolean(),
  /** It was given, and claimed by its guest. */
  isFree: z.boolean(),
  /** Says when its holder was let in; null for who is not inside. */
  enteredAt: instant.nullable(),
  gate: z.string().nullable(),
  /** Says when its holder went out; null for who is in, or never came. */
  leftAt: instant.nullable(),
  boughtAt: instant,
  /** Only admins get it. */
  order: z
    .object({
      code: z.string(),
      name: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      isTest: z.boolean(),
      /** Says why a free ticket was given, and who gave it; null for one that was bought. */
      freeTicket: z.string().nullable(),
      promoCode: z.string().nullable(),
    })
    .nullable(),
  /** The code that is typed at the door. Only admins get it. */
  code: z.string().nullable(),
})
/** One ticket of the attendee list. */
export type Attendee = z.output<typeof attendeeSchema>

/** Result of `read_attendees`. `event` is null where there is none to show. */
export const attendeesSchema = z.object({
  now: instant,
  event: z.object({ id: z.uuid(), title: z.string(), doorsAt: instant, timeZone: z.string() }).nullable(),
  /** True for admins, who get orders, addresses and codes. */
  mayContact: z.boolean(),
  figures: z.object({ tickets: z.int(), inNow: z.int(), admitted: z.int(), remaining: z.int() }).nullable(),
  types: z.array(named),
  /** Codes that orders of the event may have used; none for door managers. */
  codes: z.array(named),
  attendees: z.array(attendeeSchema),
  /** The ticket to continue after, null on the last page. */
  next: z.uuid().nullable(),
  total: listTotalSchema,
})
export type Attendees = z.output<typeof attendeesSchema>
