import { createHmac, createPrivateKey, timingSafeEqual, X509Certificate } from 'node:crypto'
import * as paths from '#core/paths.ts'
import { passColors, passText } from './pass-text.server.ts'
import { wakeDevices } from './passes-apple-push.server.ts'
import type { PassSite, PassWallet, PassWalletDefinition, TicketPass } from './passes-port.server.ts'

/** Edges of the pass's pictures in pixels, by file name. */
const pictures = {
  'icon.png': 29,
  'icon@2x.png': 58,
  'icon@3x.png': 87,
  'logo.png': 50,
  'logo@2x.png': 100,
  'logo@3x.png': 150,
}

/**
 * Makes passes for Apple Wallet: a zip of the pass, its pictures and a manifest of their hashes, signed with a certificate of
 * Apple's. A device that holds one registers at the site (docs/wallets.md); when the pass changed, Apple is asked to wake it, and it
 * fetches the pass again.
 */
export const appleWallet: PassWalletDefinition = {
  name: 'apple',
  title: 'Apple Wallet',
  label: 'Add to Apple Wallet',
  settings: ['APPLE_WALLET_CERTIFICATE', 'APPLE_WALLET_KEY', 'APPLE_WALLET_WWDR'],
  isFor: (userAgent) => !/Android/.test(userAgent),
  open: ({ APPLE_WALLET_CERTIFICATE = '', APPLE_WALLET_KEY = '', APPLE_WALLET_WWDR = '' }, site) => {
    const certificate = readCertificate('APPLE_WALLET_CERTIFICATE', APPLE_WALLET_CERTIFICATE)
    const issuer = readCertificate('APPLE_WALLET_WWDR', APPLE_WALLET_WWDR)
    if (!isKeyOf(certificate, APPLE_WALLET_KEY))
      throw new Error('APPLE_WALLET_KEY is not the RSA key of APPLE_WALLET_CERTIFICATE, in PEM form.')
    if (!certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey))
      throw new Error('APPLE_WALLET_WWDR is not the certificate that issued APPLE_WALLET_CERTIFICATE.')
    const { UID: passTypeIdentifier, OU: teamIdentifier } = certificate.toLegacyObject().subject as {
      UID?: string
      OU?: string
    }
    if (!passTypeIdentifier?.startsWith('pass.') || !teamIdentifier)
      throw new Error(
        'APPLE_WALLET_CERTIFICATE is no certificate of a pass type: it names no pass type id and team.',
      )
    const certificates = {
      signerCert: APPLE_WALLET_CERTIFICATE,
      signerKey: APPLE_WALLET_KEY,
      wwdr: APPLE_WALLET_WWDR,
    }
    const expiresAt = new Date(Math.min(Date.parse(certificate.validTo), Date.parse(issuer.validTo)))
    return {
      expiresAt,
      respond: (pass) => respond(pass, { passTypeIdentifier, teamIdentifier }, certificates, site),
      // Its serial number says it all.
      referenceOf: () => '',
      push: ({ pushTokens }) =>
        wakeDevices(pushTokens, {
          origin: site.pushUrl ?? 'https://api.push.apple.com',
          topic: passTypeIdentifier,
          cert: APPLE_WALLET_CERTIFICATE,
          key: APPLE_WALLET_KEY,
        }),
      service: {
        passType: passTypeIdentifier,
        admits(serial, token) {
          const [right, given] = [Buffer.from(tokenOf(serial, site.secret)), Buffer.from(token)]
          return right.length === given.length && timingSafeEqual(right, given)
        },
      },
    }
  },
}

function readCertificate(name: string, pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new Error(`${name} is not a certificate in PEM form.`)
  }
}

function isKeyOf(certificate: X509Certificate, pem: string): boolean {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'rsa' && certificate.checkPrivateKey(key)
  } catch {
    return false
  }
}

/** Makes the token by which a device proves that it holds the pass with a serial number. */
function tokenOf(serial: string, secret: string): string {
  return createHmac('sha256', secret).update(`apple-pass:${serial}`).digest('base64url')
}

type Certificates = { signerCert: string; signerKey: string; wwdr: string }

async function respond(
  pass: TicketPass,
  issuer: { passTypeIdentifier: string; teamIdentifier: string },
  certificates: Certificates,
  site: PassSite,
): ReturnType<PassWallet['respond']> {
  const { PKPass } = await import('passkit-generator')
  const { brand, event, ticket, ticketsUrl } = pass
  const text = passText(pass)
  const { ground, ink } = passColors(event.imagePath)
  const serialNumber = `${ticket.id}-${ticket.generation}`
  const rgb = (color: readonly number[]) => `rgb(${color.join(', ')})`
  const file = new PKPass(await drawPictures(pass.icon), certificates, {
    ...issuer,
    organizationName: brand,
    description: `Ticket for ${event.title}`,
    serialNumber,
    voided: pass.isVoid,
    webServiceURL: site.url + paths.apiApplePasses(),
    authenticationToken: tokenOf(serialNumber, site.secret),
    backgroundColor: rgb(ground),
    foregroundColor: rgb(ink),
    labelColor: rgb(ink),
    sharingProhibited: true,
  })
  file.type = 'eventTicket'
  file.headerFields.push({ key: 'day', label: 'Date', value: text.day })
  file.primaryFields.push({ key: 'event', label: brand, value: event.title })
  if (text.doors) file.secondaryFields.push({ key: 'doors', label: 'Doors', value: text.doors })
  if (text.place) file.secondaryFields.push({ key: 'place', label: 'Where', value: text.place })
  file.auxiliaryFields.push(
    { key: 'type', label: 'Ticket', value: ticket.typeName },
    { key: 'holder', label: 'Name', value: ticket.holderName },
  )
  file.backFields.push(
    { key: 'order', label: 'Order', value: ticket.orderCode },
    ...(text.code ? [{ key: 'code', label: 'Code', value: text.code }] : []),
    ...(text.address ? [{ key: 'address', label: 'Address', value: text.address }] : []),
    ...(text.id ? [{ key: 'id', label: 'ID', value: text.id }] : []),
    {
      key: 'changes',
      label: 'Changes',
      value: `Date and place on this pass update by themselves. After a new code it ends: add the ticket again, from ${ticketsUrl}`,
    },
  )
  if (text.doors) {
    file.setRelevantDate(new Date(event.doorsAt))
    file.setExpirationDate(new Date(event.endsAt))
  }
  if (ticket.qrText !== null && ticket.code !== null) {
    file.setBarcodes({
      format: 'PKBarcodeFormatQR',
      message: ticket.qrText,
      messageEncoding: 'iso-8859-1',
      altText: ticket.code,
    })
  }
  return new Response(new Uint8Array(file.getAsBuffer()), {
    headers: {
      'content-type': 'application/vnd.apple.pkpass',
      'content-disposition': 'attachment; filename="ticket.pkpass"',
    },
  })
}

let drawn: Promise<Record<string, Buffer>> | undefined

/** Draws the pictures of a pass from the house mark, once. */
function drawPictures(icon: Buffer): Promise<Record<string, Buffer>> {
  drawn ??= import('sharp').then(async ({ default: sharp }) => {
    const files = Object.entries(pictures).map(
      async ([name, edge]) => [name, await sharp(icon).resize(edge).png().toBuffer()] as const,
    )
    return Object.fromEntries(await Promise.all(files))
  })
  return drawn
}
