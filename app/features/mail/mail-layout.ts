import type { MailSender, MailText } from './mail.types.ts'

/**
 * The paper that mails are written on. Mail programs read neither style sheets nor variables, so colours stand here a
 * second time, and tables hold the layout.
 */
const color = {
  ground: '#fbf3e8',
  surface: '#fffaf3',
  ink: '#24111f',
  muted: '#614b5b',
  line: '#e3d3c1',
  accent: '#cc2a48',
  onAccent: '#ffffff',
}
const face = "font-family:Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Markup that is safe to send. Only `html` makes it. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Markup | null | undefined | readonly Markup[]

/** Builds markup; everything put into it that isn't markup itself is escaped. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  let out = strings[0] ?? ''
  parts.forEach((part, index) => {
    out += toMarkup(part) + (strings[index + 1] ?? '')
  })
  return new Markup(out)
}

function toMarkup(part: Part): string {
  if (part === null || part === undefined) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map((each) => each.text).join('')
  return escapeText(String(part))
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** One block of a mail, said twice: as markup and as plain text. */
export type Block = { html: Markup; text: string }

export function heading(text: string): Block {
  return {
    html: html`<h1 style="margin:0 0 12px;${face};font-size:26px;line-height:1.2;color:${color.ink}">${text}</h1>`,
    text: `${text}\n${'='.repeat(Math.min(60, text.length))}`,
  }
}

export function paragraph(text: string): Block {
  return {
    html: html`<p style="margin:0 0 16px;${face};font-size:16px;line-height:1.55;color:${color.ink}">${text}</p>`,
    text,
  }
}

export function smallPrint(text: string): Block {
  return {
    html: html`<p style="margin:0 0 12px;${face};font-size:14px;line-height:1.5;color:${color.muted}">${text}</p>`,
    text,
  }
}

/** The one thing to do with this mail. */
export function button(label: string, url: string): Block {
  return {
    html: html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td style="background:${color.accent};border-radius:999px"><a href="${url}" style="display:inline-block;padding:15px 28px;${face};font-size:17px;font-weight:700;color:${color.onAccent};text-decoration:none">${label}</a></td></tr></table>`,
    text: `${label}:\n${url}`,
  }
}

/** Names and values below one another. */
export function facts(rows: readonly (readonly [string, string])[]): Block {
  const markup = rows.map(
    ([name, value]) =>
      html`<tr><td style="padding:8px 16px 8px 0;${face};font-size:14px;color:${color.muted};vertical-align:top;white-space:nowrap">${name}</td><td style="padding:8px 0;${face};font-size:16px;color:${color.ink}">${value}</td></tr>`,
  )
  return {
    html: html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-top:1px solid ${color.line};border-bottom:1px solid ${color.line};width:100%">${markup}</table>`,
    text: rows.map(([name, value]) => `${name}: ${value}`).join('\n'),
  }
}

/** What was bought, with amounts at the right; the last row is the sum. */
export function amounts(rows: readonly (readonly [string, string])[]): Block {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2
  const markup = rows.map(([name, value], index) => {
    const last = index === rows.length - 1
    const weight = last ? 'font-weight:700;' : ''
    const rule = last ? `border-top:1px solid ${color.line};` : ''
    return html`<tr><td style="padding:6px 0;${rule}${weight}${face};font-size:15px;color:${color.ink}">${name}</td><td align="right" style="padding:6px 0 6px 16px;${rule}${weight}${face};font-size:15px;color:${color.ink};white-space:nowrap">${value}</td></tr>`
  })
  return {
    html: html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px;width:100%">${markup}</table>`,
    text: rows.map(([name, value]) => name.padEnd(width) + value).join('\n'),
  }
}

/**
 * Puts blocks on the paper.
 * @param preheader the line that mailboxes show behind the subject
 */
export function compose(
  sender: MailSender,
  subject: string,
  preheader: string,
  blocks: readonly Block[],
): MailText {
  const imprint = [sender.company, sender.postalAddress].filter(Boolean).join(' · ')
  const help = sender.contactEmail ? `Questions? ${sender.contactEmail}` : ''
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${subject}</title></head>
<body style="margin:0;padding:0;background:${color.ground}">
<div style="display:none;max-height:0;overflow:hidden">${preheader}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${color.ground}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 8px 16px"><a href="${sender.siteUrl}" style="${face};font-size:22px;font-weight:800;color:${color.accent};text-decoration:none">${sender.brand}</a></td></tr>
<tr><td style="background:${color.surface};border:1px solid ${color.line};border-radius:18px;padding:28px 24px">
${blocks.map((block) => block.html)}
</td></tr>
<tr><td style="padding:16px 8px;${face};font-size:13px;line-height:1.5;color:${color.muted}">${imprint}${help ? html`<br>${help}` : null}</td></tr>
</table></td></tr></table></body></html>`
  const text = [
    sender.brand,
    ...blocks.map((block) => block.text),
    `--\n${[imprint, help, sender.siteUrl].filter(Boolean).join('\n')}`,
  ].join('\n\n')
  return { subject: oneLine(subject), html: page.text, text: `${text}\n`, replyTo: sender.contactEmail }
}

/** A mail header holds one line. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}
