import { orderStates, ticketStates } from '#core/states.ts'
import type { StaffOrderDetail } from './order-desk.types.ts'

/** Tells whether the text stands in place of the address of a buyer who was erased. */
export const isErased = ({ email }: Pick<StaffOrderDetail, 'email'>) => email.endsWith('@erased.invalid')

/** Tells whether an order has tickets that can be mailed to somebody. */
export const canMailTickets = (order: Pick<StaffOrderDetail, 'email' | 'status' | 'tickets'>) =>
  !isErased(order) &&
  orderStates[order.status].isSold === true &&
  order.tickets.some(({ status }) => ticketStates[status].isValid)
