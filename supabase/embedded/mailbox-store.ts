/** Holds the mailbox's mails in memory, and writes the JSON that Mailpit's API would give of them. */
import { randomUUID } from 'node:crypto'
import PostalMime, { type Address, type Email } from 'postal-mime'

export type StoredMail = Email & { id: string; receivedAt: Date; bytes: number }

/** Limits the number of mails; the oldest make room for new ones. */
const capacity = 500

/** Holds the newest mails, newest first. */
export class MailStore {
  #mails: StoredMail[] = []

  /** Parses and keeps a mail as it came over SMTP. */
  async add(raw: Buffer): Promise<void> {
    const email = await PostalMime.parse(raw)
    this.#mails.unshift({ ...email, id: randomUUID(), receivedAt: new Date(), bytes: raw.length })
    this.#mails.length = Math.min(this.#mails.length, capacity)
  }

  /** Returns all mails, or those that a query in Mailpit's language fits: `to:"a@b" subject:word word`. */
  find(query = ''): StoredMail[] {
    const terms = [...query.matchAll(/(?:(to|from|subject):)?(?:"([^"]*)"|(\S+))/g)]
    return this.#mails.filter((mail) =>
      terms.every(([, field, quoted, word]) =>
        textOf(mail, field).includes((quoted ?? word ?? '').toLowerCase()),
      ),
    )
  }

  /** Returns one mail by its id; `latest` is the newest. */
  get(id: string): StoredMail | undefined {
    return id === 'latest' ? this.#mails[0] : this.#mails.find((mail) => mail.id === id)
  }

  remove(mails: StoredMail[]): void {
    const deleted = new Set(mails)
    this.#mails = this.#mails.filter((mail) => !deleted.has(mail))
  }
}

function textOf(mail: StoredMail, field: string | undefined): string {
  const people = (list: Address[] | undefined) => addressesOf(list).map(formatAddress).join(' ')
  const to = () => [people(mail.to), people(mail.cc), people(mail.bcc)].join(' ')
  const from = () => people(mail.from && [mail.from])
  if (field === 'to') return to().toLowerCase()
  if (field === 'from') return from().toLowerCase()
  if (field === 'subject') return (mail.subject ?? '').toLowerCase()
  return [to(), from(), mail.subject, mail.text, mail.html].join(' ').toLowerCase()
}

type Person = { Name: string; Address: string }

/** Returns a list of addresses without its groups. */
export function addressesOf(list: Address[] | undefined): Person[] {
  return (list ?? [])
    .flatMap((entry) => entry.group ?? [entry])
    .map(({ name, address }) => ({ Name: name, Address: address }))
}

export function formatAddress({ Name, Address }: Person): string {
  return Name ? `${Name} <${Address}>` : Address
}

/** Returns a mail as in Mailpit's lists. */
export function toSummary(mail: StoredMail) {
  return {
    ID: mail.id,
    MessageID: (mail.messageId ?? '').replace(/^<|>$/g, ''),
    Read: false,
    From: addressesOf(mail.from && [mail.from])[0] ?? null,
    To: addressesOf(mail.to),
    Cc: addressesOf(mail.cc),
    Bcc: addressesOf(mail.bcc),
    ReplyTo: addressesOf(mail.replyTo),
    Subject: mail.subject ?? '',
    Created: mail.receivedAt.toISOString(),
    Tags: [],
    Size: mail.bytes,
    Attachments: mail.attachments.length,
    Snippet: plainText(mail).replaceAll(/\s+/g, ' ').trim().slice(0, 250),
  }
}

/** Returns a mail as Mailpit gives one alone. */
export function toMessage(mail: StoredMail) {
  const { Attachments: _count, Snippet: _snippet, Read: _read, Created, ...summary } = toSummary(mail)
  return {
    ...summary,
    Date: Created,
    ReturnPath: mail.returnPath ?? '',
    Text: mail.text ?? '',
    HTML: mail.html ?? '',
    Inline: [],
    Attachments: mail.attachments.map((attachment, index) => ({
      PartID: String(index),
      FileName: attachment.filename ?? '',
      ContentType: attachment.mimeType,
      ContentID: attachment.contentId ?? '',
      Size: contentOf(attachment).length,
    })),
  }
}

/** Returns the bytes of an attachment. */
export function contentOf({ content }: Email['attachments'][number]): Buffer<ArrayBuffer> {
  if (typeof content === 'string') return Buffer.from(content)
  return Buffer.from(content instanceof ArrayBuffer ? new Uint8Array(content) : content)
}

function plainText(mail: StoredMail): string {
  return mail.text ?? (mail.html ?? '').replaceAll(/<(style|title)[\s\S]*?<\/\1>|<[^>]+>/g, ' ')
}
