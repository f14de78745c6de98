// Generated from the tables of states by `npm run database -- types`. Change the rows, not this file.

/** The states of an order, in the order in which lists offer them. label and tone = what staff read, and the colour of its badge; shown_as = what the buyer is told. */
export const orderStatuses = [
  'awaiting_payment',
  'processing',
  'paid',
  'payment_failed',
  'expired',
  'cancelled',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

type OrderState = {
  label: string
  tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger'
  shownAs: 'waiting' | 'paid' | 'failed' | 'ended' | 'cancelled'
  /** An order in this state is not settled yet: it can still be paid, or expires. */
  isOpen?: true
  /** An order in this state has its places, held or sold: no other order is made from its hold. */
  holdsStock?: true
  /** Money of an order in this state is moving at the provider: nobody changes it meanwhile. */
  isPaying?: true
  /** The buyer of an order in this state has to act; it ends with its hold. */
  awaitsBuyer?: true
  /** A payment of an order in this state may succeed without another step of its buyer. */
  awaitsPayment?: true
  /** The last try to pay an order in this state failed. */
  hasFailed?: true
  /** An order in this state counts as sold: its tickets and goods are its buyer's. */
  isSold?: true
  /** An order in this state was settled once: a second payment is too much, and money of it may be left to refund. */
  isSettled?: true
  /** The buyer sees an order in this state among their purchases. */
  isListed?: true
  /** Nothing of an order in this state is left; it never leaves the state. */
  isFinal?: true
}

/** Holds what each state is. */
export const orderStates: Record<OrderStatus, OrderState> = {
  awaiting_payment: {
    label: 'Not paid yet',
    tone: 'neutral',
    shownAs: 'waiting',
    isOpen: true,
    holdsStock: true,
    awaitsBuyer: true,
    awaitsPayment: true,
  },
  processing: {
    label: 'Processing',
    tone: 'warning',
    shownAs: 'waiting',
    isOpen: true,
    holdsStock: true,
    isPaying: true,
    awaitsPayment: true,
    isListed: true,
  },
  paid: {
    label: 'Paid',
    tone: 'success',
    shownAs: 'paid',
    holdsStock: true,
    isSold: true,
    isSettled: true,
    isListed: true,
  },
  payment_failed: {
    label: 'Payment failed',
    tone: 'warning',
    shownAs: 'failed',
    isOpen: true,
    holdsStock: true,
    awaitsBuyer: true,
    hasFailed: true,
  },
  expired: {
    label: 'Expired',
    tone: 'neutral',
    shownAs: 'ended',
  },
  cancelled: {
    label: 'Canceled',
    tone: 'danger',
    shownAs: 'cancelled',
    isSettled: true,
    isListed: true,
    isFinal: true,
  },
}

/** The states of a ticket. */
export const ticketStatuses = [
  'valid',
  'void',
] as const
export type TicketStatus = (typeof ticketStatuses)[number]

type TicketState = {
  /** A ticket in this state is its holder's: its place is taken, it counts as sold, and it admits, unless it is blocked or its event is over. */
  isValid?: true
}

/** Holds what each state is. */
export const ticketStates: Record<TicketStatus, TicketState> = {
  valid: {
    isValid: true,
  },
  void: {},
}

/** The states of goods, in the order of their way. label and tone = what buyers and staff read, and the colour of its badge. Who may move them from one to the next: private.fulfilment_moves. */
export const fulfilmentStatuses = [
  'unfulfilled',
  'packing',
  'shipped',
  'delivered',
  'ready_for_pickup',
  'picked_up',
  'cancelled',
  'return_requested',
  'return_approved',
  'return_received',
  'returned',
  'return_rejected',
  'lost',
] as const
export type FulfilmentStatus = (typeof fulfilmentStatuses)[number]

type FulfilmentState = {
  label: string
  tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger'
  /** Goods in this state are with the seller: neither sent nor handed over. */
  isWaiting?: true
  /** Goods in this state can be put into a parcel, or called off by their buyer: they are neither sent nor laid ready. */
  canBeShipped?: true
  /** Goods in this state are handed to whoever picks them up. */
  awaitsPickup?: true
  /** Goods are in this state only with their parcel. */
  needsParcel?: true
  /** The buyer of goods in this state got them, and may have sent them back since. */
  isHanded?: true
  /** The buyer of goods in this state has them and may ask to send them back. */
  canBeReturned?: true
  /** A return of goods in this state is asked for or on its way. */
  isReturnOpen?: true
  /** The return of goods in this state was decided for the last time. */
  isReturnOver?: true
  /** Goods in this state do not count as sold any more: nothing of them is with the buyer. */
  isEnded?: true
  /** Goods in this state were called off before they left. */
  isCancelled?: true
}

/** Holds what each state is. */
export const fulfilmentStates: Record<FulfilmentStatus, FulfilmentState> = {
  unfulfilled: {
    label: 'Ordered',
    tone: 'neutral',
    isWaiting: true,
    canBeShipped: true,
    awaitsPickup: true,
  },
  packing: {
    label: 'Being packed',
    tone: 'info',
    isWaiting: true,
    canBeShipped: true,
  },
  shipped: {
    label: 'Shipped',
    tone: 'info',
    needsParcel: true,
  },
  delivered: {
    label: 'Delivered',
    tone: 'success',
    isHanded: true,
    canBeReturned: true,
  },
  ready_for_pickup: {
    label: 'Ready for pickup',
    tone: 'info',
    isWaiting: true,
    awaitsPickup: true,
  },
  picked_up: {
    label: 'Picked up',
    tone: 'success',
    isHanded: true,
    canBeReturned: true,
  },
  cancelled: {
    label: 'Canceled',
    tone: 'neutral',
    isEnded: true,
    isCancelled: true,
  },
  return_requested: {
    label: 'Return requested',
    tone: 'warning',
    isHanded: true,
    isReturnOpen: true,
  },
  return_approved: {
    label: 'Return approved',
    tone: 'info',
    isHanded: true,
    isReturnOpen: true,
  },
  return_received: {
    label: 'Return arrived',
    tone: 'info',
    isHanded: true,
    isReturnOpen: true,
  },
  returned: {
    label: 'Returned',
    tone: 'neutral',
    isHanded: true,
    isReturnOver: true,
    isEnded: true,
  },
  return_rejected: {
    label: 'Return declined',
    tone: 'warning',
    isHanded: true,
    isReturnOver: true,
  },
  lost: {
    label: 'Lost in transit',
    tone: 'danger',
    needsParcel: true,
  },
}

/** The states of an entry of a waitlist. label and tone = what its owner and staff read, and the color of its badge. */
export const waitlistEntryStatuses = [
  'requested',
  'waiting',
  'offered',
  'lapsed',
  'purchased',
  'declined',
  'cancelled',
  'closed',
] as const
export type WaitlistEntryStatus = (typeof waitlistEntryStatuses)[number]

type WaitlistEntryState = {
  label: string
  tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger'
  /** An entry in this state is in the queue: a person has one of an event. */
  isOpen?: true
  /** An entry in this state gets the next offer that it can use. */
  isWaiting?: true
  /** Places are held for an entry in this state. */
  hasOffer?: true
}

/** Holds what each state is. */
export const waitlistEntryStates: Record<WaitlistEntryStatus, WaitlistEntryState> = {
  requested: {
    label: 'Email not confirmed',
    tone: 'neutral',
  },
  waiting: {
    label: 'Waiting',
    tone: 'info',
    isOpen: true,
    isWaiting: true,
  },
  offered: {
    label: 'Tickets held',
    tone: 'success',
    isOpen: true,
    hasOffer: true,
  },
  lapsed: {
    label: 'Offer ran out',
    tone: 'warning',
    isOpen: true,
  },
  purchased: {
    label: 'Bought',
    tone: 'success',
  },
  declined: {
    label: 'Declined',
    tone: 'neutral',
  },
  cancelled: {
    label: 'Left',
    tone: 'neutral',
  },
  closed: {
    label: 'Closed',
    tone: 'neutral',
  },
}
