import { describe, expect, it } from 'vitest'
import { formatLongMoment } from '#core/long-moment.ts'
import { stagingNotice } from '#core/staging.ts'
import { drawQrPng } from '#server/draw-qr.server.ts'
import type { ContactMessage, MailOrder, MailRefund, MailSender } from '../mail.types.ts'
import { mailKinds } from '../mail-kinds.server.ts'
import { contactMessage } from './contact-message.tsx'
import { eventCancelled } from './event-cancelled.tsx'
import { orderApology } from './order-apology.tsx'
import { orderEmailNotice } from './order-email-notice.tsx'
import { orderPaid } from './order-paid.tsx'
import { orderRefunded, sampleRefund } from './order-refunded.tsx'
import { renderMail } from './render-mail.server.tsx'
import { ticketLinks } from './ticket-links.tsx'
import { ticketSupplement } from './ticket-supplement.tsx'

const confirmationMail = (sender: MailSender, order: MailOrder, ticketsUrl: string) =>
  renderMail(orderPaid, { order, ticketsUrl, codes: [] }, sender)
const apologyMail = (sender: MailSender, order: MailOrder, why: Parameters<typeof orderApology>[0]) =>
  renderMail(orderApology(why), { order }, sender)
const refundMail = (sender: MailSender, order: MailOrder, refund: MailRefund) =>
  renderMail(orderRefunded, { order, refund }, sender)
const eventCancelledMail = (sender: MailSender, order: MailOrder) =>
  renderMail(eventCancelled, { order }, sender)
const ticketLinksMail = (sender: MailSender, orders: { order: MailOrder; ticketsUrl: string }[]) =>
  renderMail(ticketLinks, { orders, byStaff: false }, sender)
const contactMail = (sender: MailSender, message: ContactMessage) =>
  renderMail(contactMessage, message, sender)

const sender: MailSender = {
  brand: 'Jouvay',
  company: 'Jouvay Events',
  postalAddress: '100 Fulton St, Brooklyn, NY 11217',
  contactEmail: 'help@jouvay.example',
  siteUrl: 'https://jouvay.example',
  isStaging: false,
}

const order = {
  id: '5f0c2b1e-4b5a-4f0e-9a58-0c1d2e3f4a5b',
  code: 'ABCD2345',
  name: 'Mia Joseph',
  currency: 'USD',
  taxCents: 240,
  discountCents: 0,
  promoCode: null,
  totalCents: 6840,
  supplement: null,
  eventCents: 6840,
  isTest: false,
  lines: [
    {
      name: 'General admission',
      detail: 'Early',
      quantity: 2,
      priceCents: 6600,
      feeCents: 600,
      table: null,
    },
  ],
  ticketCount: 2,
  event: {
    title: 'Last Lap',
    imagePath: '/art/last-lap-5fe39c83acbc.edce31000fff123',
    venueName: 'The Yard',
    venueHidden: null,
    venueRevealsAt: null,
    address: '12 Flatbush Ave',
    city: 'Brooklyn',
    timeZone: 'America/New_York',
    doorsAt: '2026-11-22T03:00:00Z',
    startsAt: '2026-11-22T04:00:00Z',
    endsAt: '2026-11-22T09:00:00Z',
    minAge: 21,
    idPolicy: null,
  },
} satisfies MailOrder
const url = 'https://jouvay.example/my-tickets?order=secret-token'

describe('an order without an event', () => {
  const goods: MailOrder = { ...order, event: null, eventCents: 0, ticketCount: 0 }

  it('is confirmed by a receipt without tickets, and refunded without a word about them', () => {
    const paid = confirmationMail(sender, goods, url)
    expect(paid.text).toContain('ABCD2345')
    expect(paid.text).toContain('$68.40')
    const back = refundMail(sender, goods, { ...sampleRefund, amountCents: 500, keptCents: 0, tickets: [] })
    expect(back.text).toContain(`for your order ${goods.code}`)
    for (const mail of [paid, back]) {
      expect(mail.text).not.toMatch(/ticket|undefined|null/)
      expect(mail.html).not.toContain(url)
    }
  })

  it('says where its goods are shipped and how soon, and nothing of days where none are set', () => {
    const address = {
      name: 'Mia Joseph',
      line1: '1 Water St',
      line2: null,
      city: 'Brooklyn',
      state: 'NY',
      postalCode: '11201',
    }
    const to = 'Mia Joseph, 1 Water St, Brooklyn, NY 11201'
    const shipped = confirmationMail(sender, { ...goods, address, handling: { min: 2, max: 4 } }, url)
    expect(shipped.text).toContain(`${to}. Ships in 2–4 business days`)
    const undated = confirmationMail(sender, { ...goods, address, handling: null }, url)
    expect(undated.text).toContain(to)
    expect(undated.text).not.toContain('business days')
  })
})

describe('the confirmation', () => {
  const mail = confirmationMail(sender, order, url)

  it('names what, when, where and the code in both parts', () => {
    for (const part of [mail.html, mail.text]) {
      expect(part).toContain('Last Lap')
      expect(part).toContain('Saturday, November 21, 2026, doors 10 PM, start 11 PM ET')
      expect(part).toContain('The Yard, 12 Flatbush Ave, Brooklyn')
      expect(part).toContain('ABCD2345')
      expect(part).toContain('21+. Bring a photo ID.')
      expect(part).toContain(url)
      expect(part).toContain('100 Fulton St')
    }
    expect(mail.subject).toBe('Your 2 tickets for Last Lap')
  })

  it('adds up: lines with their fees, and tax, make the total', () => {
    expect(mail.text).toMatch(/2 × General admission \(Early\), includes \$6\.00 fees\s+\$66\.00/)
    expect(mail.text).toMatch(/Tax\s+\$2\.40/)
    expect(mail.text).toMatch(/Total\s+\$68\.40/)
  })

  it('speaks of one ticket as one', () => {
    const single = confirmationMail(sender, { ...order, ticketCount: 1 }, url)
    expect(single.subject).toBe('Your ticket for Last Lap')
    expect(single.text).toContain('Open your ticket:')
  })

  it('has no code of a ticket before it may be shown', () => {
    expect(mail.html).not.toMatch(/<svg|data:image|cid:/)
    expect(mail.pictures).toEqual([])
  })

  it('has the codes that may be shown as pictures sent with it, and as text in both parts', () => {
    const codes = [
      { typeName: 'Entry', qr: 'JVT1:ONE', code: 'K7M 2QX 9RD' },
      { typeName: 'VIP', qr: 'JVT1:TWO', code: '4HW 8TN C3P' },
    ]
    const shown = renderMail(orderPaid, { order, ticketsUrl: url, codes }, sender)
    for (const part of [shown.html, shown.text])
      for (const { typeName, code } of codes) {
        expect(part).toContain(typeName)
        expect(part).toContain(code)
      }
    const named = [...shown.html.matchAll(/src="cid:([^"]+)"/g)].map(([, id]) => id)
    expect(shown.pictures.map(({ id }) => id)).toEqual(named)
    expect(shown.pictures.map(({ png }) => Buffer.from(png).equals(drawQrPng('JVT1:ONE')))).toEqual([
      true,
      false,
    ])
    expect(shown.html).not.toContain('JVT1')
  })

  it("shows the event's poster by its whole address, and leaves it out where there is none", () => {
    expect(mail.html).toMatch(
      /<img alt="Poster: Last Lap"[^>]+src="https:\/\/jouvay\.example\/art\/last-lap-5fe39c83acbc-mail\.jpg"/,
    )
    const bare = confirmationMail(sender, { ...order, event: { ...order.event, imagePath: null } }, url)
    expect(bare.html).not.toContain('Poster')
  })
})

it('escapes whatever people wrote, and keeps headers to one line', () => {
  const rude = {
    ...order,
    name: '<img src=x onerror=alert(1)>',
    event: { ...order.event, title: 'A\r\nBcc: everyone@example.com <script>' },
  }
  const mail = confirmationMail(sender, rude, `${url}"><script>`)
  expect(mail.html).not.toContain('<img src=x')
  expect(mail.html).not.toContain('<script>')
  expect(mail.subject).not.toMatch(/[\r\n]/)
})

it('marks a test order in its subject and in both parts, and no other', () => {
  const mail = confirmationMail(sender, { ...order, isTest: true }, url)
  expect(mail.subject).toMatch(/^\[TEST\] /)
  for (const part of [mail.text, mail.html])
    expect(part).toContain('TEST ORDER. No money moved. Not valid for entry at a real event.')
  const real = confirmationMail(sender, order, url)
  expect(`${real.subject}${real.text}${real.html}`).not.toContain('TEST')
})

it('marks every mail of a rehearsal in its subject and in both parts', () => {
  const mail = confirmationMail({ ...sender, isStaging: true }, order, url)
  expect(mail.subject).toMatch(/^\[STAGING\] /)
  for (const part of [mail.text, mail.html]) expect(part).toContain(stagingNotice)
  const real = confirmationMail(sender, order, url)
  expect(`${real.subject}${real.text}${real.html}`).not.toMatch(/STAGING|rehearsal/)
})

it('apologises with the whole amount when the last places had gone', () => {
  const mail = apologyMail(sender, order, 'sold_out')
  expect(mail.subject).toBe('Sold out while your payment finished – fully refunded')
  expect(mail.text).toContain('$68.40')
  for (const why of ['event_over', 'over_limit', 'code_used_up'] as const) {
    const other = apologyMail(sender, order, why)
    expect(other.subject).toContain('fully refunded')
    expect(other.text).not.toMatch(/sold out/i)
    expect(other.text).toContain('$68.40')
    expect(/\bcode\b/.test(other.text)).toBe(why === 'code_used_up')
  }
})

it('says how goods are delivered, and what a code and a ticket took off each line', () => {
  const goods = {
    kind: 'product' as const,
    detail: 'M',
    quantity: 1,
    priceCents: 2000,
    feeCents: 0,
    table: null,
  }
  const paid = renderMail(
    orderPaid,
    {
      order: {
        ...order,
        promoCode: 'SHOP10',
        discountCents: 500,
        address: {
          name: 'Mia',
          line1: '742 Nostrand Ave',
          line2: null,
          city: 'Brooklyn',
          state: 'NY',
          postalCode: '11216',
        },
        lines: [
          { ...goods, name: 'Road tee', discountCents: 200, byCode: true },
          {
            ...goods,
            name: 'Pan tote',
            discountCents: 300,
            byCode: false,
            pickup: {
              name: 'Merch table',
              address: null,
              opensAt: '2026-12-05T20:00:00Z',
              closesAt: '2026-12-06T02:00:00Z',
              timeZone: 'America/New_York',
            },
          },
        ],
      },
      ticketsUrl: 'https://jouvay.example/t',
      codes: [],
    },
    sender,
  )
  for (const part of [
    '742 Nostrand Ave, Brooklyn, NY 11216',
    'Merch table',
    '$2.00 off with SHOP10',
    '$3.00 off with your ticket',
    'With SHOP10 you saved $2.00.',
    'With your ticket you saved $3.00.',
  ])
    expect(paid.text).toContain(part)
})

it('names the goods of which one person can have no more', () => {
  const lines = [
    {
      kind: 'product' as const,
      name: 'Pan tote',
      detail: null,
      quantity: 1,
      priceCents: 2000,
      feeCents: 0,
      table: null,
    },
  ]
  const mail = apologyMail(sender, { ...order, event: null, lines }, 'over_limit')
  expect(mail.text).toContain('as many of Pan tote as one person can have')
})

it('writes a full date and time with at, until when a ticket can be changed', () => {
  const { sample } = ticketSupplement
  const [day = ''] =
    /[A-Z][a-z]+day, November \d+, 2026 at \d+:\d\d [AP]M ET/.exec(
      renderMail(ticketSupplement, sample, sender).text,
    ) ?? []
  expect(day).toBe(formatLongMoment(sample.supplement.expiresAt, sample.order.event?.timeZone ?? ''))
})

it('names an order of goods by its code', () => {
  const refund = { ...sampleRefund, amountCents: 2122, keptCents: 0, tickets: [] }
  const goods = { ...order, event: null }
  expect(refundMail(sender, goods, refund).subject).toBe('Refund of $21.22 for order ABCD2345')
  expect(refundMail(sender, goods, refund).text).toContain('we refunded $21.22 for your order ABCD2345')
  expect(refundMail(sender, order, refund).text).toContain('we refunded $21.22 for your order for Last Lap')
})

it('says what a refund returns and what becomes of the tickets', () => {
  const refund = { ...sampleRefund, amountCents: 3420, keptCents: 0, tickets: [] }
  expect(refundMail(sender, order, refund).subject).toBe('Refund of $34.20 for Last Lap')
  expect(refundMail(sender, order, { ...refund, ticketsVoid: false }).text).toContain('still valid')
  const kept = refundMail(sender, order, sampleRefund).text
  expect(kept).toMatch(/1 × General admission\s+\$45\.00/)
  expect(kept).toMatch(/Not refunded under the refund policy\s+\$4\.50/)
  const byHand = refundMail(sender, order, { ...sampleRefund, method: 'bank_transfer' }).text
  expect(byHand).toContain('by bank transfer')
  expect(byHand).not.toContain('5 to 10 days')
  expect(eventCancelledMail(sender, order).text).toContain('$68.40')
  expect(eventCancelledMail(sender, { ...order, totalCents: 0, eventCents: 0 }).text).not.toContain(
    'get back',
  )
})

it('links every order that was asked for', () => {
  const mail = ticketLinksMail(sender, [
    { order, ticketsUrl: `${url}1` },
    {
      order: { ...order, id: 'another', event: { ...order.event, title: 'Cooler Fete' } },
      ticketsUrl: `${url}2`,
    },
  ])
  for (const part of [mail.html, mail.text]) {
    expect(part).toContain(`${url}1`)
    expect(part).toContain(`${url}2`)
    expect(part).toContain('Cooler Fete')
    expect(part).toContain('24 hours')
  }
})

it('greets by first name', () => {
  for (const mail of [
    confirmationMail(sender, order, url),
    apologyMail(sender, order, 'sold_out'),
    eventCancelledMail(sender, order),
  ])
    expect(mail.text).toMatch(/^Hi Mia, /m)
})

it("is answered at the mailbox of the brand, and a visitor's message at the visitor's own", () => {
  expect(confirmationMail(sender, order, url).replyTo).toBe('help@jouvay.example')
  const mail = contactMail(sender, {
    topic: 'Lost and found',
    name: 'Zoe <b>Bold</b>',
    email: 'zoe@example.com',
    order: 'ABCD2345',
    message: 'I lost a red scarf.\n\nIt says <Port of Spain>.',
  })
  expect([mail.subject, mail.replyTo]).toEqual(['Lost and found: Zoe <b>Bold</b>', 'zoe@example.com'])
  expect(mail.html).toContain('It says &lt;Port of Spain&gt;.')
  expect(mail.html).not.toContain('<b>')
  for (const text of ['zoe@example.com', 'ABCD2345', 'I lost a red scarf.']) expect(mail.text).toContain(text)
})

it('keeps what people wrote as it is in the text part', () => {
  const message = `Tom & Jerry's "scarf" <b>&amp;</b>`
  const mail = contactMail(sender, {
    topic: 'Other',
    name: 'Zoe',
    email: 'zoe@example.com',
    order: null,
    message,
  })
  expect(mail.text).toContain(message)
})

describe('a mail about the email of an order', () => {
  const about = (notice: 'moved_in' | 'moved_out' | 'sent_elsewhere') =>
    renderMail(
      orderEmailNotice,
      { order, notice, ticketsUrl: notice === 'moved_in' ? url : null, goodsUrl: null },
      sender,
    )

  it('tells the address that it had nothing about the buyer, and gives it no link', () => {
    const { text, html } = about('moved_out')
    for (const part of [text, html]) {
      expect(part).toContain(order.code)
      for (const secret of ['Mia', 'Last Lap', url]) expect(part).not.toContain(secret)
    }
  })

  it('leads the new address to the tickets, and says when they were sent elsewhere', () => {
    expect(about('moved_in').text).toContain(url)
    expect(about('sent_elsewhere').text).not.toContain(url)
    expect(about('sent_elsewhere').text).toContain('to another email, once')
  })
})

describe('words of admins', () => {
  const wording = {
    subject: 'Good news: {{subject}}',
    intro: 'Dear <guest>,\n\nthank you.',
    closing: 'See you at the gate.',
  }
  const plain = mailKinds.order_paid.preview(sender)
  const worded = mailKinds.order_paid.preview(sender, wording)

  it('stand below the title and at the end, in both parts, as text', () => {
    expect(worded.subject).toBe(`Good news: ${plain.subject}`)
    expect(worded.html).toMatch(/<\/h1><p[^>]*>Dear &lt;guest&gt;,<\/p>/)
    expect(worded.text).toContain('Dear <guest>,\n\nthank you.\n\n')
    expect(worded.text.indexOf('See you at the gate.')).toBeGreaterThan(worded.text.indexOf('thank you.'))
  })

  it('leave a mail as it is where there are none', () => {
    expect(mailKinds.order_paid.preview(sender, { subject: '', intro: '', closing: '' })).toEqual(plain)
  })
})

describe.each(Object.entries(mailKinds))('%s', (_, { preview }) => {
  const mail = preview(sender)

  it('says the same in both parts', () => {
    const shown = mail.html
      .replace(
        /<(style|title)>[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<div style="display:none[\s\S]*?<\/div><\/div>/g,
        '',
      )
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&#x27;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .split(/\s+/)
      .filter((word) => /\w/.test(word))
    const text = mail.text.replaceAll(/[:=]/g, ' ').split(/\s+/)
    const missing = (word: string) =>
      word
        .split(/[:=]/)
        .filter(Boolean)
        .some((part) => !text.includes(part))
    expect(shown.filter(missing)).toEqual([])
    for (const [, url = ''] of mail.html.matchAll(/href="([^"]+)"/g))
      expect(mail.text).toContain(url.replaceAll('&amp;', '&'))
  })

  it('has one title, and both modes of colour', () => {
    expect(mail.html.match(/<h1[ >]/g)).toHaveLength(1)
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark"/>')
    expect(mail.html).toContain('prefers-color-scheme: dark')
    expect(mail.html).not.toContain('undefined')
  })
})

describe('marketing mail', () => {
  const marketing = Object.entries(mailKinds).filter(([, { stream }]) => stream === 'marketing')

  it.each(marketing)('%s can be ended by one click, and leads to all choices', (_, { preview }) => {
    const { listEnd, html, text } = preview(sender)
    const token = new URL(listEnd ?? '').searchParams.get('token')
    const preferences = `https://jouvay.example/mailing-list/preferences?token=${token}`
    expect(token).toBeTruthy()
    expect([html.includes(preferences), text.includes(preferences)]).toEqual([true, true])
    expect([html, text].map((part) => part.includes('100 Fulton St'))).toEqual([true, true])
  })
})
