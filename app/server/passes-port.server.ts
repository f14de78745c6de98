import type { EventBrief } from '#core/event-brief.ts'

/** Interface of a phone wallet (Apple, Google). Each wallet is one file and one entry in passes-registry.server.ts. */

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
    /** Signed text of the QR code; null while it may not be shown, and on a pass that admits nobody. */
    qrText: string | null
    /** Code to type at the door instead, in groups; null where there is no QR code either. */
    code: string | null
  }
  /** Says whether the pass admits nobody (any more): its ticket is void, given away, or has a newer code. */
  isVoid: boolean
  /** Says when the code is shown, where it is not yet; null otherwise. ISO 8601. */
  codeAppearsAt: string | null
}

/** A pass of which a wallet is told that it changed. */
export type ChangedPass = {
  pass: TicketPass
  /** Says what the wallet knows it by, beside ticket and generation, as `referenceOf` returned it. */
  reference: string
  /** Tokens of the devices that hold it, where the wallet's maker wakes devices. */
  pushTokens: readonly string[]
}

/** A wallet with its settings. */
export type PassWallet = {
  /** Says when its certificate ends; null without one. */
  expiresAt: Date | null
  /** Makes the response that puts a pass into the wallet: a file, or a redirect to where it is saved. */
  respond(pass: TicketPass): Promise<Response>
  /** Returns what the wallet will know a pass by, beside ticket and generation; at most 100 characters. */
  referenceOf(pass: TicketPass): string
  /**
   * Tells the wallet that a pass changed.
   * @returns the push tokens that are no longer valid
   * @throws an Error when it could not be told; it is told again later
   */
  push(changed: ChangedPass): Promise<string[]>
  /** Present where devices ask the site for changes. */
  service: PassService | null
}

/** Says what devices that ask for changes of their passes must name. */
export type PassService = {
  /** Id of the type of the passes. */
  passType: string
  /** Tells whether a token is that of the pass with a serial number. */
  admits(serial: string, token: string): boolean
}

/** Says what passes of every wallet are made with. */
export type PassSite = {
  /** Address of the site, which devices ask for changes. */
  url: string
  /** The secret from which the tokens of passes are made. */
  secret: string
  /** Replaces the hosts of the wallets' makers; for tests. */
  pushUrl?: string | undefined
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
   * @param site the site whose passes it holds
   * @throws an Error whose message names the setting that is wrong, in one sentence
   */
  open(settings: PassSettings, site: PassSite): PassWallet
}

/** Colours of a pass: its ground, and text on it that has a contrast of at least 4.5. Red, green and blue from 0 to 255. */
export type PassColors = { ground: readonly number[]; ink: readonly number[] }
