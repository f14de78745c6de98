import * as z from 'zod'
import '#core/form-messages.ts'

/** Lists a ticket for return. */
export const listTicketSchema = z.strictObject({ intent: z.literal('list'), ticket: z.uuid() })

/** Takes a listed ticket back. */
export const unlistTicketSchema = z.strictObject({ intent: z.literal('unlist'), ticket: z.uuid() })

/** The forms about returns on the page of tickets, by their intent. */
export const returnForms = { list: listTicketSchema, unlist: unlistTicketSchema }
