import { randomUUID } from 'node:crypto'
import { HtmlValidate, type Message } from 'html-validate'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Kind } from './people.ts'
import { admits, openScreens, type Screens } from './screens.ts'

/**
 * Validates the HTML of every screen for each kind of person, of each event of the list, and of forms that come back with
 * messages or another row: content model, ids, labels, required attributes. No browser is needed.
 */

const { url: site } = inject('site')
let screens: Screens

beforeAll(async () => {
  screens = await openScreens(site, inject('stack'))
})
afterAll(() => screens?.close())

/** The rules that are about how HTML is written, not about what it says; React decides that. */
const styleRules = [
  'attr-case',
  'attr-quotes',
  'attribute-boolean-style',
  'attribute-empty-style',
  'doctype-style',
  'long-title',
  'no-implicit-input-type',
  'no-inline-style',
  'no-raw-characters',
  'no-redundant-for',
  'no-trailing-whitespace',
  'require-sri',
  'valid-id',
  'void-style',
]
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    ...Object.fromEntries(styleRules.map((rule) => [rule, 'off'])),
    // The password of a private event is shared: no password manager should keep it as its visitor's own.
    'autocomplete-password': 'off',
    // A group of checkboxes shares a name: each sends its value.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'submit'] }],
  },
})

async function faultsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  const lines = html.split('\n')
  const quote = ({ line, column }: Message) => lines[line - 1]?.slice(column - 1, column + 80) ?? ''
  const broken = results
    .flatMap(({ messages }) => messages)
    .map((message) => `${message.ruleId}: ${message.message} at ${quote(message)}`)
  // A rule of HTML that the validator does not have: the first option of a required select is empty.
  const made = html.match(/<select[^>]* required[^>]*><option[^>]* value="[^"]+"/g) ?? []
  return [...broken, ...made.map((select) => `required select with a choice that is made: ${select}`)]
}

/** Faults by what they are, with the addresses that have them. */
const all = new Map<string, string[]>()
async function check(where: string, html: string) {
  for (const fault of new Set(await faultsOf(html))) all.set(fault, [...(all.get(fault) ?? []), where])
}
const found = () => {
  const faults = Object.fromEntries(all)
  all.clear()
  return faults
}
const get = async (who: Kind, address: string) => {
  const { status, text } = await screens.people[who].visitor.get(address, { accept: 'text/html' })
  // A redirect has no page.
  if (status < 300 || status >= 400) await check(`${address} as ${who}`, text)
  return text
}

test('every screen, for a visitor, a guest, a member, a moderator and an admin', async () => {
  for (const screen of screens.screens) {
    await get('visitor', screen.address)
    for (const who of ['Gus', 'Mia', 'Mo', 'Ada'] as const)
      if (admits(screen, who)) await get(who, screen.address)
  }
  for (const { who, address } of screens.furtherViews) await get(who, address)
  expect(found()).toEqual({})
})

test('every event of the list, and the past ones', async () => {
  const lists = [await get('visitor', '/events'), await get('visitor', '/events?tab=past')]
  const addresses = new Set(
    lists
      .flatMap((html) => [...html.matchAll(/href="(\/events\/[0-9a-f-]{36}\/[a-z0-9-]+)"/g)])
      .map(([, one]) => one ?? ''),
  )
  expect(addresses.size).toBeGreaterThan(10)
  for (const address of addresses) await get('visitor', address)
  expect(found()).toEqual({})
})

test('forms with their messages, and with rows that were added', async () => {
  const post = async (who: Kind, address: string, fields: Record<string, string>) => {
    const { status, text } = await screens.people[who].visitor.postForm(address, fields)
    expect([address, status < 300 || status === 409 || status === 422]).toEqual([address, true])
    await check(`${address} with ${Object.values(fields)[0]} as ${who}`, text)
  }
  const editor = screens.furtherViews.find(({ address }) => address.endsWith('/line-up'))?.address ?? ''
  const insert = (name: string) => ({ __intent__: JSON.stringify({ type: 'insert', payload: { name } }) })
  await post('visitor', '/password-reset', { email: 'no address' })
  await post('visitor', '/help', { intent: 'contact', email: 'no address' })
  await post('Mia', '/settings', { intent: 'password', newPassword: 'x' })
  await post('Mia', '/profile', { displayName: '' })
  await post('Ada', '/admin/events/new', { title: randomUUID() })
  await post('Ada', editor, insert('lineUp'))
  await post('Ada', editor.replace('line-up', 'tickets'), insert('types'))
  await post('Ada', editor.replace('line-up', 'tickets'), insert('pools'))
  expect(found()).toEqual({})
})

test.each([
  ['a block in a line', '<p><div>x</div></p>'],
  ['a button in a link', '<a href="/x"><button type="button">x</button></a>'],
  ['two elements of one id', '<p id="x">x</p><p id="x">x</p>'],
  ['a label for nobody', '<label for="nobody">x</label>'],
  ['a legend that is not first', '<fieldset><p>x</p><legend>x</legend></fieldset>'],
  [
    'a required choice that is made',
    '<label>x<select name="x" required><option value="a">a</option></select></label>',
  ],
  ['a picture without text', '<img src="/x.png">'],
  ['a list of no items', '<ul><p>x</p></ul>'],
])('it finds %s', async (_, fragment) => {
  expect(
    await faultsOf(
      `<!doctype html><html lang="en"><head><title>x</title></head><body>${fragment}</body></html>`,
    ),
  ).not.toEqual([])
})
