/** The states of an order, as the check of `orders.status` lists them, each with its name for staff. */
export const orderStatusNames = {
  awaiting_payment: 'Not paid yet',
  processing: 'Processing',
  paid: 'Paid',
  payment_failed: 'Payment failed',
  expired: 'Expired',
  cancelled: 'Canceled',
} as const

export type OrderStatus = keyof typeof orderStatusNames

function isOrderStatus(status: string): status is OrderStatus {
  return Object.hasOwn(orderStatusNames, status)
}

export const orderStatuses = Object.keys(orderStatusNames).filter(isOrderStatus)
