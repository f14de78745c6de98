import { renderToStaticMarkup } from 'react-dom/server'
import * as paths from '#core/paths.ts'
import { drawQrPng } from '#server/draw-qr.server.ts'
import type { MailSender, MailText } from '../mail.types.ts'
import type { MailWording } from '../wordings/wordings.types.ts'
import type { MailTemplate } from './mail-template.ts'
import { AsText, codePicture, Intro, Letter, Lines } from './parts.tsx'

/**
 * Writes a mail from its template: the markup and the text part from the same components. With React's own renderer, which is
 * in the server anyway; that of the mail library would bring two more parsers along.
 * @param wording what admins put into it
 */
export function renderMail<Props extends object>(
  template: MailTemplate<Props>,
  props: Props,
  sender: MailSender,
  wording: MailWording | null = null,
): MailText {
  const own = template.subject(props)
  const worded = wording?.subject ? wording.subject.replaceAll('{{subject}}', () => own) : own
  const subject = oneLine(
    `${sender.isStaging ? '[STAGING] ' : ''}${isOfTest(props) ? '[TEST] ' : ''}${worded}`,
  )
  const listEnd = template.listEnd?.(props) ?? null
  const letter = (
    <Letter
      sender={sender}
      subject={subject}
      preview={template.preview(props)}
      preferencesUrl={preferencesUrl(listEnd, sender)}
    >
      <Intro.Provider value={wording?.intro ?? ''}>
        <template.Content {...props} sender={sender} />
      </Intro.Provider>
      <Lines>{wording?.closing ?? ''}</Lines>
    </Letter>
  )
  return {
    subject,
    html: `<!doctype html>${renderToStaticMarkup(letter)}`,
    text: unescapeText(renderToStaticMarkup(<AsText.Provider value={true}>{letter}</AsText.Provider>)),
    replyTo: template.replyTo?.(props) ?? sender.contactEmail,
    listEnd,
    pictures: (template.codes?.(props) ?? []).map(({ qr }, index) => ({
      id: codePicture(index),
      png: drawQrPng(qr),
    })),
  }
}

/** Returns the page where the reader of a mail that they can end chooses among all of them: by the same link. */
function preferencesUrl(listEnd: string | null, { siteUrl }: MailSender): string | null {
  const token = listEnd && new URL(listEnd).searchParams.get('token')
  return token ? siteUrl + paths.mailPreferences({ token }) : null
}

/** Tells whether a mail is about an order of a test event. */
function isOfTest(props: object): boolean {
  const order: unknown = Reflect.get(props, 'order')
  return typeof order === 'object' && order !== null && Reflect.get(order, 'isTest') === true
}

/** @returns a text in one line: a mail header holds no more */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&amp;': '&',
}

/** Reverses the escaping of React's renderer, which the text part has no use for. */
export function unescapeText(text: string): string {
  return text.replace(/&(?:lt|gt|quot|#x27|amp);/g, (entity) => entities[entity] ?? entity)
}
