import type { EventBrief } from '#core/event-brief.ts'

/** Declares what a wallet of phones needs to hold a ticket. Each wallet is one file and one entry in passes-registry.server.ts. */

export type WalletName = 'apple' | 'google'

/** A ticket as a wallet gets it. The holder is shown no more of the event than on the page of their tickets. */
export type TicketPass = {
  /** Name of the brand that sells the ticket. */
  brand: string
  /** The house mark, PNG, 150 pixels. */
  icon: Buffer
  /** Address of the page with the holder's tickets. */
  ticketsUrl: string
  event: EventBrief
  /** The moment of making the pass, ISO 8601. */
  now: string
  ticket: {
    id: string
    /** Counts up when the ticket is reissued: each generation is a pass of its own. */
    generation: number
    typeName: string
    holderName: string
    orderCode: string
    /** Signed text of the QR code. */
    qrText: string
    /** Code to type at the door instead, in groups. */
    code: string
  }
}

/** A wallet with its settings. */
export type PassWallet = {
  /** Says when its certificate ends; null without one. */
  expiresAt: Date | null
  /** Makes the response that puts a pass into the wallet: a file, or a redirect to where it is saved. */
  respond(pass: TicketPass): Promise<Response>
}

/** Settings by variable name. */
export type PassSettings = Readonly<Record<string, string>>

export type PassWalletDefinition = {
  name: WalletName
  /** Its own name, as its maker writes it. */
  title: string
  /** Text of the link that adds a pass. */
  label: string
  /** Names of its settings; it is off without them. */
  settings: readonly string[]
  /** Tells whether a browser's device may have this wallet. */
  isFor(userAgent: string): boolean
  /**
   * Opens the wallet.
   * @param settings all that it names
   * @throws an Error whose message names the setting that is wrong, in one sentence
   */
  open(settings: PassSettings): PassWallet
}

/** Colours of a pass: its ground, and text on it that has a contrast of at least 4.5. Red, green and blue from 0 to 255. */
export type PassColors = { ground: readonly number[]; ink: readonly number[] }
