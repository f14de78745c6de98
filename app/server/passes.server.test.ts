import { jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { passColors } from './pass-text.server.ts'
import { createAppleSettings, createGoogleSettings, openApplePass } from './passes.fixtures.ts'
import { passIcon } from './passes.server.ts'
import type { TicketPass } from './passes-port.server.ts'
import { endingCertificates, openPassWallets } from './passes-registry.server.ts'

const about = { SITE_URL: 'https://jouvay.test', TICKET_SIGNING_KEY: 'a-key-of-the-site' }
const apple = { ...createAppleSettings(), ...about }
const { settings, publicKey } = createGoogleSettings()
const google = { ...settings, ...about }

const pass: TicketPass = {
  brand: 'Jouvay',
  icon: passIcon,
  ticketsUrl: 'https://jouvay.test/my-tickets',
  now: '2026-12-04T20:00:00Z',
  event: {
    id: '018f3e5a-0000-4000-8000-000000000001',
    slug: 'last-lap',
    title: 'Last Lap',
    status: 'published',
    venueName: 'The Yard',
    address: '1 Bay St',
    venueHidden: null,
    venueRevealsAt: null,
    city: 'Brooklyn',
    timeZone: 'America/New_York',
    doorsAt: '2026-12-05T02:00:00Z',
    startsAt: '2026-12-05T03:00:00Z',
    endsAt: '2026-12-05T09:00:00Z',
    minAge: 21,
    idPolicy: null,
    updatedAt: '2026-11-21T20:00:00Z',
    imagePath: '/art/last-lap-3f9a2c1e5b7d.a31222333444555',
    imageAlt: null,
  },
  ticket: {
    id: '018f3e5a-0000-4000-8000-000000000002',
    generation: 3,
    typeName: 'Entry',
    holderName: 'Mia Joséph',
    orderCode: 'ABCD2345',
    qrText: `JVT1:${'A1'.repeat(85)}`,
    code: 'ABC DEF GHJ',
  },
  isVoid: false,
  codeAppearsAt: null,
}
const hidden = { ...pass.event, venueName: null, address: null, venueHidden: 'hours' } as const
const postponed = { ...pass.event, status: 'postponed' }

async function appleFile(of: TicketPass) {
  const response = await openPassWallets(apple).get('apple')?.respond(of)
  if (!response) throw new Error('Apple Wallet is off')
  return { response, file: Buffer.from(await response.arrayBuffer()) }
}

async function applePass(of: TicketPass) {
  const { response, file } = await appleFile(of)
  return { response, ...openApplePass(file, apple.APPLE_WALLET_WWDR) }
}

async function googlePass(of: TicketPass) {
  const response = await openPassWallets(google).get('google')?.respond(of)
  const [page, token = ''] = (response?.headers.get('location') ?? '').split(/(?<=\/save\/)/)
  const { payload, protectedHeader } = await jwtVerify(token, publicKey, { audience: 'google' })
  const { eventTicketClasses, eventTicketObjects } = payload.payload as Record<
    string,
    [Record<string, unknown>]
  >
  return {
    response,
    page,
    token,
    payload,
    protectedHeader,
    about: eventTicketClasses?.[0],
    ticket: eventTicketObjects?.[0],
  }
}

describe('a pass for Apple Wallet', () => {
  test('is signed, complete, and has the ticket with times in the zone of the event', async () => {
    const { response, names, content } = await applePass(pass)
    expect(response.headers.get('content-type')).toBe('application/vnd.apple.pkpass')
    expect(names).toEqual(
      ['icon', 'logo']
        .flatMap((name) => [`${name}.png`, `${name}@2x.png`, `${name}@3x.png`])
        .concat('manifest.json', 'pass.json', 'signature')
        .sort(),
    )
    expect(content).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: 'pass.test.tickets',
      teamIdentifier: 'TEAM123456',
      organizationName: 'Jouvay',
      serialNumber: `${pass.ticket.id}-3`,
      backgroundColor: 'rgb(170, 51, 17)',
      foregroundColor: 'rgb(255, 255, 255)',
      sharingProhibited: true,
      barcodes: [{ format: 'PKBarcodeFormatQR', message: pass.ticket.qrText, altText: 'ABC DEF GHJ' }],
    })
    expect(Date.parse(content.expirationDate)).toBe(Date.parse(pass.event.endsAt))
    expect(Date.parse(content.relevantDate)).toBe(Date.parse(pass.event.doorsAt))
    const { headerFields, primaryFields, secondaryFields, auxiliaryFields } = content.eventTicket
    const shown = [headerFields, primaryFields, secondaryFields, auxiliaryFields]
    expect(shown.flat().map(({ value }: { value: string }) => value)).toEqual([
      'Fri, Dec 4',
      'Last Lap',
      '9 PM ET',
      'The Yard',
      'Entry',
      'Mia Joséph',
    ])
  })

  test('does not verify against another issuer', async () => {
    const { file } = await appleFile(pass)
    expect(() => openApplePass(file, createAppleSettings().APPLE_WALLET_WWDR)).toThrow(/smime/)
  })

  test('names no venue that is hidden, and no date that does not hold', async () => {
    const { content } = await applePass({ ...pass, event: hidden })
    expect(JSON.stringify(content)).toContain('Venue revealed before doors')
    expect(JSON.stringify(content)).not.toMatch(/The Yard|Bay St/)
    const open = (await applePass({ ...pass, event: postponed })).content
    expect(JSON.stringify(open)).toContain('New date soon')
    expect([open.expirationDate, open.relevantDate]).toEqual([undefined, undefined])
  })
})

describe('a pass for Google Wallet', () => {
  test('is a signed link that saves the ticket', async () => {
    const { response, page = '', token, payload, protectedHeader, about, ticket } = await googlePass(pass)
    expect([response?.status, page, protectedHeader.alg]).toEqual([
      303,
      'https://pay.google.com/gp/v/save/',
      'RS256',
    ])
    // An address of more than 2048 characters is cut by some programs that pass links on.
    expect(page.length + token.length).toBeLessThan(2048)
    expect(payload).toMatchObject({ iss: google.GOOGLE_WALLET_ACCOUNT, typ: 'savetowallet' })
    expect(about).toMatchObject({
      issuerName: 'Jouvay',
      eventName: { defaultValue: { value: 'Last Lap' } },
      hexBackgroundColor: '#aa3311',
      venue: {
        name: { defaultValue: { value: 'The Yard' } },
        address: { defaultValue: { value: '1 Bay St, Brooklyn' } },
      },
      dateTime: { doorsOpen: '2026-12-04T21:00:00-05:00', start: '2026-12-04T22:00:00-05:00' },
    })
    expect(ticket).toMatchObject({
      classId: about?.id,
      state: 'ACTIVE',
      barcode: { type: 'QR_CODE', value: pass.ticket.qrText, alternateText: 'ABC DEF GHJ' },
      ticketHolderName: 'Mia Joséph',
    })
  })

  test('names no venue that is hidden and no date that does not hold, under ids of its own', async () => {
    const { about } = await googlePass(pass)
    const veiled = await googlePass({ ...pass, event: hidden })
    expect(JSON.stringify(veiled.payload)).not.toMatch(/The Yard|Bay St/)
    expect(veiled.about?.id).not.toBe(about?.id)
    const open = await googlePass({ ...pass, event: postponed })
    expect([open.about?.dateTime, open.ticket?.validTimeInterval]).toEqual([undefined, undefined])
  })
})

test.each([
  ['#111', [17, 17, 17], [255, 255, 255]],
  ['#fd6', [255, 221, 102], [0, 0, 0]],
])('the poster color %s becomes the ground, with readable text on it', (color, ground, ink) => {
  expect(passColors(`/art/x-3f9a2c1e5b7d.${color.slice(1)}222333444555`)).toEqual({ ground, ink })
})

describe('the settings', () => {
  test('are off without any, and demand all of a wallet', () => {
    expect(openPassWallets({}).size).toBe(0)
    expect([...openPassWallets({ ...apple, ...google }).keys()]).toEqual(['apple', 'google'])
    const { APPLE_WALLET_KEY: _, ...half } = apple
    expect(() => openPassWallets(half)).toThrow('APPLE_WALLET_KEY is missing')
  })

  test.each([
    ['APPLE_WALLET_CERTIFICATE', () => 'no certificate', 'not a certificate in PEM form'],
    ['APPLE_WALLET_KEY', () => createAppleSettings().APPLE_WALLET_KEY, 'not the RSA key of'],
    ['APPLE_WALLET_WWDR', () => createAppleSettings().APPLE_WALLET_WWDR, 'not the certificate that issued'],
    ['GOOGLE_WALLET_ISSUER', () => 'me', 'must be the number'],
    ['GOOGLE_WALLET_KEY', () => 'no key', 'must be the RSA key'],
  ])('refuse a wrong %s', (name, value, message) => {
    expect(() => openPassWallets({ ...apple, ...google, [name]: value() })).toThrow(message)
  })

  test('a certificate that ends within 30 days is listed', () => {
    const soon = openPassWallets(createAppleSettings(20))
    const day = 24 * 60 * 60 * 1000
    expect(endingCertificates(soon, Date.now())).toMatchObject([{ title: 'Apple Wallet' }])
    expect(endingCertificates(openPassWallets(apple), Date.now())).toEqual([])
    expect(endingCertificates(openPassWallets(apple), Date.now() + 340 * day)).toHaveLength(1)
  })
})
