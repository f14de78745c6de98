import type { EventBrief } from '#core/event-brief.ts'

/** A QR code as squares: one path over a grid of `size` by `size` units, quiet zone included. */
export type QrPicture = { size: number; path: string }

export type VoidReason =
  | 'refunded'
  | 'cancelled'
  | 'event_cancelled'
  | 'resold'
  | 'chargeback'
  | 'fraud'
  | 'reissued_as'

/** One ticket as its holder sees it. */
export type WalletTicket = {
  id: string
  orderCode: string
  typeName: string
  holderName: string
  status: 'valid' | 'void'
  voidReason: VoidReason | null
  custody: 'held' | 'offered' | 'listed'
  /** When its holder went in; null while outside. */
  enteredAt: string | null
  /** Content of the QR code; null while it may not be shown, or once its holder is in. */
  qr: QrPicture | null
  /** Code to type at the door instead, in groups; null where there is no QR code either. */
  code: string | null
}

/** All tickets of one holder for one event. Instants are ISO 8601. */
export type WalletEvent = {
  event: EventBrief
  /** From when on the codes may be shown. */
  qrVisibleAt: string
  tickets: WalletTicket[]
}
