import { expect, test } from 'vitest'
import type { CampaignBlock } from '#core/campaign-blocks.ts'
import { readMarkedText } from '#core/rich-text.ts'
import { hostileTexts } from '#server/hostile-texts.fixtures.ts'
import { sampleFacts } from '../campaigns/campaign.fixtures.ts'
import { campaignHints, mostMarkupBytes } from '../campaigns/campaign.rules.ts'
import { campaignSnapshotSchema } from '../campaigns/campaign.types.ts'
import { makeSnapshot, renderCampaign } from './render-campaign.server.tsx'

/** The mails of campaigns: two steps, whatever is written in them, and what mail programs need. */

const site = { siteUrl: 'https://jouvay.example', isStaging: false }
const mailOf = (snapshot: ReturnType<typeof makeSnapshot>, firstName: string | null = 'Mia') =>
  renderCampaign(snapshot, {
    variables: { first_name: firstName },
    link: (url, index) => `https://go.example/m/${index}?to=${encodeURIComponent(url)}&x="`,
    unsubscribeUrl: 'https://jouvay.example/u?token=a&b',
    subject: 'a',
  })

test('one snapshot becomes the mail of each recipient', () => {
  const snapshot = makeSnapshot(sampleFacts, site)
  // Nothing of it is lost where it is kept.
  expect(campaignSnapshotSchema.parse(JSON.parse(JSON.stringify(snapshot)))).toEqual(snapshot)
  expect(snapshot.links).toContain('https://jouvay.example/help')
  const mail = mailOf(snapshot)
  expect(mail.subject).toBe('Carnival Tuesday: tickets are on sale, Mia')
  expect(mailOf(snapshot, null).subject).toBe('Carnival Tuesday: tickets are on sale, friend')
  expect(mail.html).toContain('Hi Mia, we kept')
  expect(mailOf(snapshot, '').text).toContain('Hi there, we kept')
  expect(mail.listEnd).toBe('https://jouvay.example/u?token=a&b')
  expect(mail.html).toContain('href="https://jouvay.example/u?token=a&amp;b"')
  expect(mail.text).toContain('https://jouvay.example/u?token=a&b')
  // Every link but the brand's own goes where the recipient's goes.
  const led = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
  expect(led.filter((href) => href?.startsWith('https://go.example/m/')).length).toBeGreaterThan(5)
  expect(`${mail.subject}${mail.html}${mail.text}`).not.toMatch(/[\uE000\uE001]|\{\{/)
  expect(
    renderCampaign(snapshot, { variables: {}, link: (url) => url, unsubscribeUrl: null, subject: 'b' })
      .subject,
  ).toBe('Your spot on the river')
})

test('a notice says why it comes, and has no way out', () => {
  const event = sampleFacts.events[0] ?? null
  const mail = mailOf(
    makeSnapshot({ ...sampleFacts, kind: 'notice', event, subject: '{{event}}, {{doors}}' }, site),
  )
  expect(mail.listEnd).toBeNull()
  expect(mail.html).not.toContain('Unsubscribe')
  expect(mail.subject).toContain(event?.title)
  expect(mail.subject).toMatch(/\d (AM|PM)$/)
})

test.each(hostileTexts.map((text) => [text.slice(0, 120), text]))('%s is shown as text', (_, text) => {
  const blocks: CampaignBlock[] = [
    {
      kind: 'hero',
      id: 'head',
      title: text,
      text,
      picture: '/art/sample-000000000000.543543543543543',
      alt: text,
    },
    { kind: 'text', id: 'body', text: readMarkedText(text) },
    {
      kind: 'text',
      id: 'raw1',
      text: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
    },
    { kind: 'button', id: 'butt', label: text, url: '/events' },
    { kind: 'events', id: 'even', events: sampleFacts.events.map(({ id }) => id) },
  ]
  const events = sampleFacts.events.map((event) => ({
    ...event,
    title: text,
    venueName: text,
    imageAlt: text,
  }))
  const plain = makeSnapshot({ ...sampleFacts, subject: 'Hi', blocks: [], events }, site)
  const snapshot = makeSnapshot({ ...sampleFacts, subject: text, preheader: text, blocks, events }, site)
  const mail = mailOf(snapshot, text)
  const tags = (html: string) =>
    new Set([...html.matchAll(/<([a-z!/][a-z0-9]*)/gi)].map(([, tag = '']) => tag.toLowerCase()))
  const known = new Set([
    ...tags(mailOf(makeSnapshot(sampleFacts, site)).html),
    ...tags(mailOf(plain).html),
    'em',
    'ol',
  ])
  expect([...tags(mail.html)].filter((tag) => !known.has(tag) && !known.has(tag.replace('/', '')))).toEqual(
    [],
  )
  // Values of attributes are in quotes, and no sign that ends a tag is left in them.
  const attributes = [...mail.html.matchAll(/<[a-z][^>]*>/gi)].flatMap(([tag]) => [
    ...tag.matchAll(/\s([^\s="/>]+)(?:="([^"]*)")?/g),
  ])
  expect(attributes.length).toBeGreaterThan(50)
  expect(attributes.filter(([, name = '']) => /^on|^srcdoc$|^formaction$/i.test(name))).toEqual([])
  const addresses = attributes.filter(([, name = '']) => /^(href|src|action|background)$/i.test(name))
  expect(addresses.filter(([, , value = '']) => !value.startsWith('https://'))).toEqual([])
  expect(mail.subject).not.toMatch(/[\r\n]/)
})

test('a recipient’s name can neither add a mark nor another’s link', () => {
  const mail = mailOf(makeSnapshot(sampleFacts, site), '\uE000u\uE001{{city}}<b>')
  expect(mail.html).toContain('{{city}}&lt;b&gt;')
  const marked = makeSnapshot({ ...sampleFacts, subject: 'a\uE000u\uE001b' }, site)
  expect(mailOf(marked).subject).toBe('aub')
})

test('mail programs get what they need: size, alternative texts, dark mode, tables', () => {
  const { html, text } = mailOf(makeSnapshot(sampleFacts, site))
  expect(Buffer.byteLength(html)).toBeLessThan(mostMarkupBytes / 2)
  for (const [image] of html.matchAll(/<img\b[^>]*>/g)) expect(image).toMatch(/\salt="/)
  expect(html).toContain('prefers-color-scheme: dark')
  expect(html).toContain('[data-ogsc]')
  // Columns are cells of tables, which Outlook can draw; layout by flexbox or grid is not.
  expect(html).not.toMatch(/display:\s*(flex|grid)|float:/)
  for (const [table] of html.matchAll(/<table\b[^>]*>/g)) expect(table).toContain('role="presentation"')
  expect(text).not.toMatch(/<[a-z]/i)
})

test('hints: length, loud words, capitals, no text, nothing to press', () => {
  const loud = { subject: 'FREE TICKETS, ACT NOW!!', preheader: '', blocks: sampleFacts.blocks.slice(0, 1) }
  expect(campaignHints(loud, mostMarkupBytes + 1).map(({ id }) => id)).toEqual([
    'size',
    'words',
    'capitals',
    'exclamation',
    'preheader',
    'text',
    'action',
  ])
  expect(campaignHints({ ...sampleFacts, subject: 'Tickets are on sale' }, 20_000)).toEqual([])
})
