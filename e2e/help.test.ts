import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { ApiVisitor } from './api-visitor.ts'

/** Tests the legal pages, the help page and its contact form, as a browser without JavaScript uses them. */

const { url: site } = inject('site')
const { mailboxUrl } = inject('stack')
/** The brand's mailbox, as the demo settings name it. */
const mailbox = 'hello@jouvay.example'

const listSchema = z.object({ messages: z.array(z.object({ ID: z.string(), Subject: z.string() })) })
const addressSchema = z.object({ Address: z.string() })
const mailSchema = z.object({
  Text: z.string(),
  To: z.array(addressSchema),
  Cc: z.array(addressSchema).nullish(),
  Bcc: z.array(addressSchema).nullish(),
  ReplyTo: z.array(addressSchema),
})

async function readMailbox(path: string): Promise<unknown> {
  return (await fetch(`${mailboxUrl}/api/v1/${path}`)).json()
}

/** Finds the mails in the brand's mailbox whose subject ends with a name. */
async function mailsFrom(name: string) {
  const { messages } = listSchema.parse(
    await readMailbox(`search?query=${encodeURIComponent(`to:"${mailbox}"`)}`),
  )
  return messages.filter(({ Subject }) => Subject.endsWith(name))
}

async function arrived(name: string) {
  await expect.poll(() => mailsFrom(name), { interval: 250 }).toHaveLength(1)
  const [mail] = await mailsFrom(name)
  return { subject: mail?.Subject, ...mailSchema.parse(await readMailbox(`message/${mail?.ID}`)) }
}

function sender() {
  const mark = randomUUID().slice(0, 8)
  return {
    topic: 'lost',
    name: `Zoe ${mark}`,
    email: `zoe.${mark}@example.com`,
    order: '',
    message: `I lost a red scarf (${mark}).\nIt was by the bar.`,
    website: '',
  }
}
const write = (fields: Record<string, string>, visitor = new ApiVisitor(site)) =>
  visitor.postForm('/help', fields)
const plain = (html: string) => html.replaceAll('&#x27;', "'").replaceAll('<!-- -->', '')

describe('the contact form', () => {
  test('with more text than any form takes is answered within the site, with and without JavaScript', async () => {
    const visitor = new ApiVisitor(site)
    const long = { name: 'Mia', message: 'x'.repeat(65 * 1024) }
    const page = await visitor.postForm('/help', long)
    expect(page.status).toBe(413)
    expect(plain(page.text)).toContain("That's too long")
    expect(page.text).toContain('<footer')
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const data = await visitor.send('POST', '/help.data', new URLSearchParams(long).toString(), type)
    expect([data.status, data.headers.get('content-type')]).toEqual([
      413,
      expect.stringContaining('text/x-script'),
    ])
    expect(data.text).toContain('ErrorResponse')
  })

  test("reaches the brand's mailbox, answers go to whoever wrote, and the page says thanks", async () => {
    const fields = { ...sender(), order: 'abcd2345' }
    const response = await write(fields)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/help?sent#contact'])
    expect(plain((await new ApiVisitor(site).get('/help?sent')).text)).toContain(
      'Thanks, we got your message.',
    )
    const mail = await arrived(fields.name)
    expect(mail.subject).toBe(`Lost and found: ${fields.name}`)
    expect(mail.ReplyTo).toMatchObject([{ Address: fields.email }])
    expect([...mail.To, ...(mail.Cc ?? []), ...(mail.Bcc ?? [])]).toMatchObject([{ Address: mailbox }])
    for (const text of ['red scarf', 'It was by the bar.', fields.email, 'ABCD2345'])
      expect(mail.Text).toContain(text)
  })

  test('says at each field what is wrong, keeps what was typed, and sends nothing', async () => {
    const fields = { ...sender(), topic: '', email: 'zoe@', message: '' }
    const response = await write(fields)
    expect(response.status).toBe(422)
    const text = plain(response.text)
    for (const message of [
      'Please choose a topic',
      'Please enter a valid email address',
      'Please tell us what this is about',
    ])
      expect(text).toContain(message)
    expect(text).toContain(`value="${fields.name}"`)
    expect(text).not.toMatch(/invalid input|expected string|received/i)
    expect(text.match(/aria-invalid="true"/g)).toHaveLength(3)
  })

  test.each([
    ['name', 'Zoe\r\nBcc: everyone@example.com'],
    ['email', 'zoe@example.com\r\nBcc: everyone@example.com'],
    ['email', 'zoe@example.com, everyone@example.com'],
    ['topic', 'lost\r\nBcc: everyone@example.com'],
  ])('refuses a second header line: %s %j', async (field, value) => {
    expect((await write({ ...sender(), [field]: value })).status).toBe(422)
  })

  test('sends the same message once, and drops what only programs fill in without saying so', async () => {
    const visitor = new ApiVisitor(site)
    const trapped = { ...sender(), website: 'https://spam.example' }
    const twice = sender()
    const last = sender()
    const send = async (fields: Record<string, string>) =>
      expect((await write(fields, visitor)).headers.get('location')).toBe('/help?sent#contact')
    for (const fields of [trapped, twice, twice]) await send(fields)
    await arrived(twice.name)
    // Mail of one pass is sent together; an earlier one has arrived when that of a later pass has, or was never sent.
    await send(last)
    await arrived(last.name)
    expect([await mailsFrom(trapped.name), await mailsFrom(twice.name)]).toEqual([
      [],
      [expect.objectContaining({ Subject: `Lost and found: ${twice.name}` })],
    ])
  })

  test('takes five messages an hour from one address, over all networks', async () => {
    const fields = sender()
    const statuses: number[] = []
    for (let count = 1; count <= 6; count++)
      statuses.push((await write({ ...fields, message: `This is message number ${count}.` })).status)
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
    const refused = await write(fields)
    expect(refused.text).toMatch(/Too many attempts\. Please try again in \d+ minutes\./)
    expect((await write(sender())).status).toBe(303)
  })
})

describe('the help page', () => {
  test('lists every answer, or those that an address asks for', async () => {
    const visitor = new ApiVisitor(site)
    const all = await visitor.get('/help')
    const count = (text: string) => text.match(/<details/g)?.length ?? 0
    expect(count(all.text)).toBeGreaterThan(15)
    const some = await visitor.get('/help?q=QR+code')
    expect(count(some.text)).toBeGreaterThan(0)
    expect(count(some.text)).toBeLessThan(count(all.text) / 2)
    expect(some.text).toContain('value="QR code"')
    const none = await visitor.get(`/help?q=${encodeURIComponent('<b>unicorn</b>')}`)
    expect(count(none.text)).toBe(0)
    expect(plain(none.text)).toContain('No answers for “&lt;b&gt;unicorn&lt;/b&gt;”.')
    // Checks that one visitor's filter is not served to the next.
    expect(count((await new ApiVisitor(site).get('/help')).text)).toBe(count(all.text))
  })
})

test.each([
  ['/terms', 'Terms of Service', 'All sales are final unless we cancel or reschedule the event.'],
  ['/privacy', 'Privacy Policy', 'We don&#x27;t sell your information'],
  ['/refunds', 'Refund Policy', 'We refund every order in full'],
])('%s is dated, in the name of the brand, and kept for visitors', async (path, heading, sentence) => {
  const visitor = new ApiVisitor(site)
  const response = await visitor.get(path)
  const text = response.text.replaceAll('<!-- -->', '')
  expect(text).toContain(`<h1>${heading}</h1>`)
  expect(text).toMatch(/In effect since <time dateTime="\d{4}-\d\d-\d\d">/)
  expect(text).toContain(sentence)
  expect(text).toContain(`href="mailto:${mailbox}"`)
  expect(text).not.toMatch(/\{(brand|company|email|address)\}/)
  const again = await visitor.send('GET', path, undefined, {
    'if-none-match': response.headers.get('etag') ?? '',
  })
  expect(again.status).toBe(304)
})

test('every page leads to help, contact, refunds, terms and privacy, and says who runs the site', async () => {
  const { text } = await new ApiVisitor(site).get('/events')
  const footer = /<footer[\s\S]*<\/footer>/.exec(text)?.[0] ?? ''
  for (const to of ['/help', '/help#contact', '/refunds', '/terms', '/privacy'])
    expect(footer).toContain(`href="${to}"`)
  expect(footer).toContain(`href="mailto:${mailbox}"`)
  expect(footer).toContain('184 Flatbush Avenue')
  expect(footer).toContain('href="https://instagram.com/jouvay.example"')
})
