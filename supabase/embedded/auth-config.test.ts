/** Tests the auth configuration: what can't be honoured stops the boot, and mails can't be made to say more than they should. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { parseDuration, readAuthConfig } from './auth-config.ts'
import { readTemplate, renderMail } from './auth-mail.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { auth } = parse(readFileSync(join(root, 'supabase/config.toml'), 'utf8'))
const section = typeof auth === 'object' && !Array.isArray(auth) ? auth : {}

test("the project's own configuration is read", () => {
  expect(readAuthConfig(section, root)).toMatchObject({
    passwords: { minimumLength: 8, characterSets: [expect.stringMatching(/^[a-zA-Z]{52}$/), '0123456789'] },
    securePasswordChange: true,
    anonymousSignIns: true,
  })
})

test.each([
  [{ password_requirements: 'long' }, /password_requirements/],
  [{ hook: { custom_access_token: { enabled: true } } }, /an auth hook is not supported/],
  [{ email: { max_frequency: 'soon' } }, /"soon" is not a duration/],
  [{ email: { template: {} } }, /no \[auth\.email\.template\.confirmation\]/],
])('refuses an unsupported setting: %j', (change, sentence) => {
  expect(() => readAuthConfig({ ...section, ...change }, root)).toThrow(sentence)
})

test('durations are read as Go writes them', () => {
  expect(['1s', '1m30s', '24h', '500ms', '1.5h'].map(parseDuration)).toEqual([
    1000, 90_000, 86_400_000, 500, 5_400_000,
  ])
  expect(['', '5', 's', '1 s', '-1s'].map(parseDuration)).toEqual([null, null, null, null, null])
})

describe('a mail', () => {
  const values = {
    SiteURL: 'https://site.test',
    ConfirmationURL: '',
    RedirectTo: '',
    TokenHash: 'abc',
    Email: 'a@b.test',
    NewEmail: '',
    SendingTo: 'a@b.test',
    Data: { name: '<img src=x onerror=alert(1)>"\'&' },
  }

  test('shows what people wrote as text', () => {
    const template = readTemplate(
      'Hi {{ .Data.name }}',
      '<p title="{{ .Data.name }}">{{.Data.name}}{{ .Data.none }}</p>',
      'x',
    )
    const { html, subject } = renderMail(template, {
      ...values,
      Data: { name: `${values.Data.name}\r\nBcc: x` },
    })
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
    expect(subject).not.toMatch(/[\r\n]/)
  })

  test('with an unknown placeholder is refused at the start', () => {
    for (const text of [
      '{{ if .Email }}',
      '{{ .Password }}',
      '{{ .Token }}',
      '{{ .Data }}',
      '{{ printf "x" }}',
    ]) {
      expect(() => readTemplate('Hi', text, 'hi.html')).toThrow(/hi\.html: .* is not a placeholder/)
    }
  })
})
