import { createHash, createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { isoWithOffset } from '#core/event-time.ts'
import { passColors, passText } from './pass-text.server.ts'
import { openGoogleApi } from './passes-google-api.server.ts'
import type { PassWalletDefinition, TicketPass } from './passes-port.server.ts'

const savePage = 'https://pay.google.com/gp/v/save/'

/**
 * Makes passes for Google Wallet: the pass is in the address of the page that saves it, signed with the key of a service account.
 * When it changed, Google is told through its API.
 */
export const googleWallet: PassWalletDefinition = {
  name: 'google',
  title: 'Google Wallet',
  label: 'Save to Google Wallet',
  settings: ['GOOGLE_WALLET_ISSUER', 'GOOGLE_WALLET_ACCOUNT', 'GOOGLE_WALLET_KEY'],
  isFor: (userAgent) => !/iPhone|iPad|iPod/.test(userAgent),
  open: ({ GOOGLE_WALLET_ISSUER = '', GOOGLE_WALLET_ACCOUNT = '', GOOGLE_WALLET_KEY = '' }, site) => {
    if (!/^\d{5,25}$/.test(GOOGLE_WALLET_ISSUER))
      throw new Error('GOOGLE_WALLET_ISSUER must be the number of an issuer.')
    if (!/^[^@\s]+@[^@\s]+$/.test(GOOGLE_WALLET_ACCOUNT))
      throw new Error('GOOGLE_WALLET_ACCOUNT must be the address of a service account.')
    const key = readKey(GOOGLE_WALLET_KEY)
    const api = openGoogleApi({ account: GOOGLE_WALLET_ACCOUNT, key, url: site.pushUrl })
    return {
      expiresAt: null,
      async respond(pass) {
        const token = await new SignJWT({
          iss: GOOGLE_WALLET_ACCOUNT,
          aud: 'google',
          typ: 'savetowallet',
          payload: payloadOf(pass, GOOGLE_WALLET_ISSUER, versionOf(pass)),
        })
          .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
          .setIssuedAt()
          .sign(key)
        return new Response(null, { status: 303, headers: { location: savePage + token } })
      },
      referenceOf: versionOf,
      async push({ pass, reference }) {
        const { eventTicketClasses, eventTicketObjects } = payloadOf(pass, GOOGLE_WALLET_ISSUER, reference)
        for (const about of eventTicketClasses) await api.replace('eventTicketClass', about)
        for (const ticket of eventTicketObjects) await api.replace('eventTicketObject', ticket)
        return []
      },
      service: null,
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

/** Writes what a pass shows of its event. */
function aboutEvent(pass: TicketPass) {
  const { brand, event } = pass
  const text = passText(pass)
  const hex = passColors(event.imagePath).ground.map((value) => value.toString(16).padStart(2, '0'))
  return {
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
}

/**
 * Names a class by its content when a pass is saved: Google keeps the first one that it sees under an id, and date and place may
 * change. The name is short, because the whole pass is in an address.
 */
function versionOf(pass: TicketPass): string {
  return createHash('sha256')
    .update(JSON.stringify([pass.event.id, aboutEvent(pass)]))
    .digest('base64url')
    .slice(0, 16)
}

/** Writes the class (the event) and the object (the ticket) of a pass. @param version of the class when the pass was saved */
function payloadOf(pass: TicketPass, issuer: string, version: string) {
  const { event, ticket } = pass
  const text = passText(pass)
  const about = aboutEvent(pass)
  const classId = `${issuer}.${version}`
  const ticketObject = {
    id: `${issuer}.${ticket.id}-${ticket.generation}-${version.slice(0, 6)}`,
    classId,
    state: pass.isVoid ? 'INACTIVE' : 'ACTIVE',
    ...(ticket.qrText === null
      ? {}
      : { barcode: { type: 'QR_CODE', value: ticket.qrText, alternateText: ticket.code } }),
    ticketHolderName: ticket.holderName,
    ticketNumber: ticket.orderCode,
    ticketType: localized(ticket.typeName),
    ...(text.doors ? { validTimeInterval: { end: { date: event.endsAt } } } : {}),
  }
  return { eventTicketClasses: [{ id: classId, ...about }], eventTicketObjects: [ticketObject] }
}
