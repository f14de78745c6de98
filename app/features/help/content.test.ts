import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { privacyVersion, refundsVersion, termsVersion } from '#core/legal.ts'
import { linkPurposes } from '#core/links.ts'
import { notificationText, notificationTypes } from '#core/notification-types.ts'
import { eventChangeDays } from '#core/refund-policy.ts'
import help from './content/help.md?raw'
import privacy from './content/privacy.md?raw'
import refunds from './content/refunds.md?raw'
import terms from './content/terms.md?raw'
import { promises } from './help.rules.ts'
import { readProse, readTopics } from './prose.server.ts'

/** The texts that are in force, each with its version: orders name the terms that were accepted by it. */
const inForce = {
  terms: { text: terms, version: termsVersion, was: ['2026-11-22', '2b64a155708fb81b'] },
  privacy: { text: privacy, version: privacyVersion, was: ['2026-11-27', '9acb160e959aef88'] },
  refunds: { text: refunds, version: refundsVersion, was: ['2026-11-24', '43f6c682485a43a9'] },
}
const values = {
  brand: { text: 'Jouvay' },
  company: { text: 'Jouvay Events' },
  address: { text: '1 Road' },
  email: { text: 'hi@jouvay.example', to: 'mailto:hi@jouvay.example' },
  ...promises({ max_per_person: 7, hold_minutes: 12, qr_visible_hours: 6 }),
}

test('what the help promises is read from where it is decided: settings, lifetimes of links, days to choose', () => {
  const questions = readTopics(readProse(help, values)).flatMap((topic) => topic.questions)
  const saying = (question: string) =>
    questions
      .find((each) => each.question === question)
      ?.answer.flatMap((block) => (block.kind === 'paragraph' ? block.runs.map(({ text }) => text) : []))
      .join('')
  expect(saying('How many tickets can I buy?')).toContain('Up to 7 tickets per person for one event')
  expect(saying('How long do you hold my tickets?')).toContain('For 12 minutes.')
  expect(saying("Why can't I see my QR code yet?")).toContain('appears 6 hours before doors')
  expect(saying("I can't find the email.")).toContain(`works for ${linkPurposes.order_lookup.lifetime}`)
  expect(saying('I forgot my password.')).toContain(`expires in ${linkPurposes.password_reset.lifetime}`)
  const postponed = saying('The event was postponed. Is my ticket still good?')
  expect(postponed).toContain(`${eventChangeDays.choice} days to choose`)
  expect(postponed).toContain(`within ${eventChangeDays.undated} days`)
  expect(promises({ max_per_person: 1, hold_minutes: 5, qr_visible_hours: 0 })).toMatchObject({
    perPerson: { text: '1 ticket' },
    codeTime: { text: 'at doors' },
  })
})

test('the help lists every type of email that is sent, and no other', () => {
  const emails = readTopics(readProse(help, values))
    .flatMap(({ questions }) => questions)
    .find(({ question }) => question === 'How do I stop emails?')
    ?.answer.flatMap((block) =>
      block.kind === 'list' ? block.items.map(({ runs }) => runs.map(({ text }) => text).join('')) : [],
    )
  expect(emails).toEqual(
    notificationTypes.map((type) => {
      const { name, hint } = notificationText(type)
      return `${name}. ${hint}`
    }),
  )
})

test.each(Object.entries(inForce))('%s: a text that changes gets a new version', (name, {
  text,
  version,
  was,
}) => {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  expect(
    [version, hash],
    `the ${name} changed: give them today's date in core/legal.ts, and write version and hash here`,
  ).toEqual(was)
  expect(Number.isNaN(Date.parse(version))).toBe(false)
})

test.each([
  ['with everything set', values],
  ['without mailbox and address', { ...values, address: null, email: null }],
])('every text is read %s, and what is left says everything', (_, given) => {
  for (const text of [terms, privacy, refunds, help]) {
    const blocks = readProse(text, given)
    const headings = blocks.flatMap((block) => (block.kind === 'heading' ? block.id : []))
    expect(new Set(headings).size).toBe(headings.length)
    // Under every heading something is left.
    for (const [place, block] of blocks.entries())
      if (block.kind === 'heading') {
        const next = blocks[place + 1]
        expect(next && (next.kind !== 'heading' || next.level > block.level), block.text).toBeTruthy()
      }
  }
  const topics = readTopics(readProse(help, given))
  expect(topics.length).toBeGreaterThan(3)
  for (const { questions } of topics)
    for (const { question, answer } of questions) expect(answer.length, question).toBeGreaterThan(0)
})

test('links within the texts lead to pages and to the contact form', () => {
  const pages = [
    '/help#contact',
    '/terms',
    '/privacy',
    '/refunds',
    '/settings',
    '/my-tickets',
    '/password-reset',
  ]
  for (const text of [terms, privacy, refunds, help])
    for (const [, to = ''] of text.matchAll(/\]\(([^)]*)\)/g)) expect(pages).toContain(to)
})

/** The labels that the texts quote, each with the screen that has it. */
const labels: Record<string, string> = {
  'Share usage data': 'features/settings/ui/privacy-form.tsx',
  'New code': 'features/tickets/ui/ticket-forms.tsx',
  Notifications: 'features/settings/ui/settings-page.tsx',
  Allow: 'features/analytics/ui/consent-banner.tsx',
  'Cookie choices': 'features/analytics/ui/consent-host.tsx',
}

test('what the texts quote are labels that the screens have', () => {
  const quoted = [privacy, help, refunds].flatMap((text) =>
    [...text.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
  )
  // The privacy text defines one word in quotes.
  expect(new Set(quoted.filter((name) => name !== 'We'))).toEqual(new Set(Object.keys(labels)))
  for (const [label, file] of Object.entries(labels)) {
    // Reads the screen's source: a feature does not import another.
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    expect(source, file).toMatch(new RegExp(`(^\\s*|[>'"])${label}(\\s*$|[<'"])`, 'm'))
  }
})
