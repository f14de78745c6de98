import { createHash, createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { isoWithOffset } from '#core/event-time.ts'
import { passColors, passText } from './pass-text.server.ts'
import type { PassWalletDefinition, TicketPass } from './passes-port.server.ts'

const savePage = 'https://pay.google.com/gp/v/save/'

/**
 * Makes passes for Google Wallet: the pass is in the address of the page that saves it, signed with the key of a service account.
 * A saved pass is not updated afterwards: that takes calls of Google's API.
 */
export const googleWallet: PassWalletDefinition = {
  name: 'google',
  title: 'Google Wallet',
  label: 'Save to Google Wallet',
  settings: ['GOOGLE_WALLET_ISSUER', 'GOOGLE_WALLET_ACCOUNT', 'GOOGLE_WALLET_KEY'],
  isFor: (userAgent) => !/iPhone|iPad|iPod/.test(userAgent),
  open: ({ GOOGLE_WALLET_ISSUER = '', GOOGLE_WALLET_ACCOUNT = '', GOOGLE_WALLET_KEY = '' }) => {
    if (!/^\d{5,25}$/.test(GOOGLE_WALLET_ISSUER))
      throw new Error('GOOGLE_WALLET_ISSUER must be the number of an issuer.')
    if (!/^[^@\s]+@[^@\s]+$/.test(GOOGLE_WALLET_ACCOUNT))
      throw new Error('GOOGLE_WALLET_ACCOUNT must be the address of a service account.')
    const key = readKey(GOOGLE_WALLET_KEY)
    return {
      expiresAt: null,
      async respond(pass) {
        const token = await new SignJWT({
          iss: GOOGLE_WALLET_ACCOUNT,
          aud: 'google',
          typ: 'savetowallet',
          payload: payloadOf(pass, GOOGLE_WALLET_ISSUER),
        })
          .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
          .setIssuedAt()
          .sign(key)
        return new Response(null, { status: 303, headers: { location: savePage + token } })
      },
    }
  },
}

function readKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {
    // refused below
  }
  throw new Error('GOOGLE_WALLET_KEY must be the RSA key of a service account, in PEM form.')
}

const localized = (value: string) => ({ defaultValue: { language: 'en', value } })

/** Writes the class (the event) and the object (the ticket) of a pass. */
function payloadOf(pass: TicketPass, issuer: string) {
  const { brand, event, ticket } = pass
  const text = passText(pass)
  const hex = passColors(event.imagePath).ground.map((value) => value.toString(16).padStart(2, '0'))
  const about = {
    issuerName: brand,
    reviewStatus: 'UNDER_REVIEW',
    eventName: localized(event.title),
    hexBackgroundColor: `#${hex.join('')}`,
    // A venue needs both.
    ...(event.venueName && text.address
      ? { venue: { name: localized(event.venueName), address: localized(text.address) } }
      : {}),
    ...(text.doors
      ? {
          dateTime: {
            doorsOpen: isoWithOffset(event.doorsAt, event.timeZone),
            start: isoWithOffset(event.startsAt, event.timeZone),
          },
        }
      : {}),
  }
  // Names the class by its content: Google keeps the first one that it sees under an id, and date and place may change. The ids
  // are short, because the whole pass is in an address.
  const version = createHash('sha256')
    .update(JSON.stringify([event.id, about]))
    .digest('base64url')
    .slice(0, 16)
  const classId = `${issuer}.${version}`
  const ticketObject = {
    id: `${issuer}.${ticket.id}-${ticket.generation}-${version.slice(0, 6)}`,
    classId,
    state: 'ACTIVE',
    barcode: { type: 'QR_CODE', value: ticket.qrText, alternateText: ticket.code },
    ticketHolderName: ticket.holderName,
    ticketNumber: ticket.orderCode,
    ticketType: localized(ticket.typeName),
    ...(text.doors ? { validTimeInterval: { end: { date: event.endsAt } } } : {}),
  }
  return { eventTicketClasses: [{ id: classId, ...about }], eventTicketObjects: [ticketObject] }
}
