/** Tests the mailbox: mails of the site's own as Mailpit's API shows them, and pages that do no harm. */
import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Mailbox, startMailbox } from './mailbox.ts'

let mailbox: Mailbox

beforeAll(async () => {
  mailbox = await startMailbox({ smtp: 0, web: 0 })
})
afterAll(() => mailbox.close())

const get = async (path: string) => (await fetch(mailbox.url + path)).json()

async function send(to: string, more: object = {}) {
  await createTransport({ url: mailbox.smtpUrl }).sendMail({
    from: 'Jouvay <hello@jouvay.test>',
    to,
    subject: 'Your tickets – Soca Sunrise',
    text: 'See you there',
    html: '<p>See you <b>there</b></p>',
    ...more,
  })
}

describe('the API', () => {
  test('finds mails by recipient, newest first, and gives one whole', async () => {
    const to = `${randomUUID()}@example.com`
    await send(to)
    await send(to, { subject: 'Second', headers: { 'List-Unsubscribe': '<https://jouvay.test/u>' } })
    await send('other@example.com')
    const found = await get(`/api/v1/search?query=${encodeURIComponent(`to:"${to}"`)}`)
    expect(found).toMatchObject({
      messages_count: 2,
      messages: [{ Subject: 'Second' }, { To: [{ Address: to }] }],
    })
    const mail = await get(`/api/v1/message/${found.messages[1].ID}`)
    expect(mail).toMatchObject({
      Subject: 'Your tickets – Soca Sunrise',
      From: { Name: 'Jouvay', Address: 'hello@jouvay.test' },
      To: [{ Address: to }],
      Text: expect.stringContaining('See you there'),
      HTML: '<p>See you <b>there</b></p>\n',
      Attachments: [],
    })
    const headers = await get(`/api/v1/message/${found.messages[0].ID}/headers`)
    expect(headers['List-Unsubscribe']).toEqual(['<https://jouvay.test/u>'])
    expect((await get('/api/v1/message/latest')).To).toMatchObject([{ Address: 'other@example.com' }])
  })

  test('pages, deletes by search, and deletes all', async () => {
    const to = `${randomUUID()}@example.com`
    const query = `query=${encodeURIComponent(`to:"${to}"`)}`
    for (const subject of ['a', 'b', 'c']) await send(to, { subject })
    expect((await get(`/api/v1/search?${query}&limit=1&start=1`)).messages).toMatchObject([{ Subject: 'b' }])
    const both = `query=${encodeURIComponent(`to:"${to}" subject:c`)}`
    await fetch(`${mailbox.url}/api/v1/search?${both}`, { method: 'DELETE' })
    expect((await get(`/api/v1/search?${query}`)).messages).toMatchObject([
      { Subject: 'b' },
      { Subject: 'a' },
    ])
    await fetch(`${mailbox.url}/api/v1/messages`, { method: 'DELETE' })
    expect(await get('/api/v1/messages')).toMatchObject({ total: 0, messages: [] })
    expect((await fetch(`${mailbox.url}/api/v1/message/${randomUUID()}`)).status).toBe(404)
  })

  test('keeps the newest five hundred', async () => {
    const transport = createTransport({ url: mailbox.smtpUrl, pool: true })
    for (let number = 1; number <= 502; number++) {
      await transport.sendMail({
        from: 'a@b.test',
        to: 'many@example.com',
        subject: `mail ${number}`,
        text: '',
      })
    }
    transport.close()
    const { total, messages } = await get('/api/v1/messages')
    expect([total, messages[0].Subject]).toEqual([500, 'mail 502'])
  })
})

describe('the pages', () => {
  test('show the pictures that came with a mail', async () => {
    const to = `${randomUUID()}@example.com`
    const content = Buffer.from('picture')
    await send(to, {
      html: '<img alt="" src="cid:one">',
      attachments: [{ cid: 'one', content, contentType: 'image/png' }],
    })
    const { messages } = await get(`/api/v1/search?query=${encodeURIComponent(`to:"${to}"`)}`)
    const html = await (await fetch(`${mailbox.url}/mail/${messages[0].ID}/html`)).text()
    expect(html).toContain(`src="data:image/png;base64,${content.toString('base64')}"`)
  })

  test('show a mail without letting it run anything', async () => {
    await send('eve@example.com', {
      subject: '<script>alert(1)</script>',
      html: '<p>Hi</p><script>alert(1)</script>',
      attachments: [{ filename: 'night.ics', content: 'BEGIN:VCALENDAR', contentType: 'text/calendar' }],
    })
    const { ID } = await get('/api/v1/message/latest')
    const list = await (await fetch(`${mailbox.url}/?query=eve`)).text()
    expect(list).toContain('&lt;script&gt;alert(1)')
    expect(list).not.toContain('<script>')
    const page = await fetch(`${mailbox.url}/mail/${ID}`)
    expect(await page.text()).toContain(
      `sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mail/${ID}/html"`,
    )
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await fetch(`${mailbox.url}/mail/${ID}/html`)
    expect(html.headers.get('content-security-policy')).toMatch(
      /^sandbox allow-popups[^;]*; default-src 'none'/,
    )
    const file = await fetch(`${mailbox.url}/mail/${ID}/part/0`)
    expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''night.ics")
    expect((await file.text()).trim()).toBe('BEGIN:VCALENDAR')
  })
})
