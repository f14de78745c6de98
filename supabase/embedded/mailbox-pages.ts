/** Renders the mailbox's pages. A mail's own HTML is shown in a frame without scripts, forms or an origin. */
import { escapeHtml } from './html.ts'
import { isReportKind, reportKinds } from './mailbox-reports.ts'
import { addressesOf, contentOf, formatAddress, type StoredMail, toSummary } from './mailbox-store.ts'

const style = `
:root { color-scheme: light dark; --line: light-dark(#ddd6cd, #3a3540); --muted: light-dark(#6b6259, #a49cab); --accent: light-dark(#7a1f5c, #f0a8d8) }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 1000px; padding: 1.5rem 1rem; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#faf8f5, #17141a); color: light-dark(#1d1a17, #eee9f0) }
a { color: var(--accent) }
header { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; justify-content: space-between; margin-bottom: 1rem }
h1 { margin: 0; font-size: 1.3rem }
input { width: min(20rem, 100%); font: inherit; padding: .4rem .6rem; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: inherit }
ol { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line) }
li a { display: block; padding: .7rem .2rem; border-bottom: 1px solid var(--line); color: inherit; text-decoration: none }
li a:hover, li a:focus-visible { background: light-dark(#f0ebe4, #221e27) }
li p { margin: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.muted { color: var(--muted); font-size: .9rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 0 0 1rem }
dt { color: var(--muted) } dd { margin: 0; overflow-wrap: anywhere }
iframe { width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 8px; background: #fff }
button { font: inherit; padding: .3rem .7rem; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: inherit; cursor: pointer }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid var(--line); border-radius: 8px }
`

function frame(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<style>${style}</style></head><body>${body}</body></html>`
}

/** Renders the list, newest first, with a search field. */
export function listPage(mails: StoredMail[]): string {
  const rows = mails.map((mail) => {
    const { ID, From, To, Subject, Snippet } = toSummary(mail)
    const people = `${From ? formatAddress(From) : 'nobody'} to ${To.map(formatAddress).join(', ')}`
    return `<li><a href="/mail/${ID}"><p><strong>${escapeHtml(Subject || 'No subject')}</strong></p>
<p>${escapeHtml(people)} <span class="muted">${time(mail)}</span></p><p class="muted">${escapeHtml(Snippet)}</p></a></li>`
  })
  const list =
    rows.length > 0
      ? `<ol>${rows.join('')}</ol>`
      : '<p>No mail here. What the site sends shows up on this page.</p>'
  return frame(
    'Mailbox',
    `<header><h1>Mailbox</h1><form><input name="query" type="search" placeholder='to:"name@example.com"' aria-label="Search"></form></header>${list}`,
  )
}

/** Renders the buttons by which a mail bounces or is complained about, and what the last one did. */
function reportButtons(mail: StoredMail, reported: string): string {
  const buttons = Object.entries(reportKinds)
    .map(([kind, label]) => `<button name="kind" value="${kind}">${label}</button>`)
    .join(' ')
  const kind = isReportKind(reported)
  const note = kind ? `Reported: ${reportKinds[kind]}.` : reported ? 'The site did not take the report.' : ''
  return `<form method="post" action="/mail/${mail.id}/report"><p>Report to the site as a mail provider would: ${buttons}</p></form>
${note ? `<p role="status">${note}</p>` : ''}`
}

/**
 * Renders one mail with its people, body and attachments.
 * @param canReport whether it has buttons that report to the site
 * @param reported what the last button reported; empty for none
 */
export function mailPage(mail: StoredMail, canReport = false, reported = ''): string {
  const { From, To, Cc, Subject } = toSummary(mail)
  const replyTo = addressesOf(mail.replyTo)
  const people: [string, string][] = [
    ['From', From ? formatAddress(From) : ''],
    ['To', To.map(formatAddress).join(', ')],
    ['Cc', Cc.map(formatAddress).join(', ')],
    ['Reply to', replyTo.map(formatAddress).join(', ')],
  ]
  const facts = people
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`)
  const files = mail.attachments.map(
    (attachment, index) =>
      `<li><a href="/mail/${mail.id}/part/${index}">${escapeHtml(attachment.filename ?? attachment.mimeType)}</a></li>`,
  )
  const html = mail.html
    ? `<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mail/${mail.id}/html"></iframe>`
    : ''
  const text = mail.text ? `<h2>Plain text</h2><pre>${escapeHtml(mail.text)}</pre>` : ''
  return frame(
    Subject,
    `<header><h1>${escapeHtml(Subject || 'No subject')}</h1><a href="/">All mail</a></header>
<dl>${facts.join('')}<dt>Received</dt><dd>${time(mail)}</dd></dl>${canReport ? reportButtons(mail, reported) : ''}${html}${text}
${files.length > 0 ? `<h2>Attachments</h2><ol>${files.join('')}</ol>` : ''}`,
  )
}

/** Renders the mail's own HTML, harmless: links open in a new tab, pictures load, those that came with it too, nothing runs. */
export function htmlPage(mail: StoredMail): Response {
  const html = mail.attachments.reduce((markup, attachment) => {
    const id = attachment.contentId?.replace(/^<|>$/g, '')
    const data = `data:${attachment.mimeType};base64,${contentOf(attachment).toString('base64')}`
    return id ? markup.replaceAll(`cid:${id}`, data) : markup
  }, mail.html ?? '')
  return new Response(`<base target="_blank">${html}`, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; frame-ancestors 'self'",
    },
  })
}

function time(mail: StoredMail): string {
  const instant = mail.receivedAt.toISOString()
  return `<time datetime="${instant}">${instant.slice(0, 16).replace('T', ' ')} UTC</time>`
}
