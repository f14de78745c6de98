import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { privacyVersion, refundsVersion, termsVersion } from '#core/legal.ts'
import help from './content/help.md?raw'
import privacy from './content/privacy.md?raw'
import refunds from './content/refunds.md?raw'
import terms from './content/terms.md?raw'
import { readProse, readTopics } from './prose.server.ts'

/** The texts that are in force, each with its version: orders name the terms that were accepted by it. */
const inForce = {
  terms: { text: terms, version: termsVersion, was: ['2026-11-22', '2b64a155708fb81b'] },
  privacy: { text: privacy, version: privacyVersion, was: ['2026-11-22', '34fb9f3757b31053'] },
  refunds: { text: refunds, version: refundsVersion, was: ['2026-11-22', 'c847663c2f67fa6e'] },
}
const values = {
  brand: { text: 'Jouvay' },
  company: { text: 'Jouvay Events' },
  address: { text: '1 Road' },
  email: { text: 'hi@jouvay.example', to: 'mailto:hi@jouvay.example' },
}

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
  Notifications: 'routes/settings.tsx',
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
