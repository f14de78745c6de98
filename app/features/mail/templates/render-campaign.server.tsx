import { renderToStaticMarkup } from 'react-dom/server'
import { formatClock, formatLongDay } from '#core/event-time.ts'
import { variableIn } from '../campaigns/campaign.rules.ts'
import type { CampaignFacts, CampaignSnapshot } from '../campaigns/campaign.types.ts'
import type { MailSender } from '../mail.types.ts'
import { CampaignBlocks, type CampaignDrawing } from './campaign-parts.tsx'
import { AsText, Letter, SmallLink, SmallPrint } from './parts.tsx'
import { unescapeText } from './render-mail.server.tsx'

/**
 * Renders a campaign in two steps: once for all, with React, into a snapshot with marks; then for each recipient by replacing the
 * marks, so that 100,000 mails are text replacements. A mark stands between two characters of the private use area, which are taken out
 * of every text first: nobody can write one.
 */

const open = '\uE000'
const close = '\uE001'
const marks = new RegExp(`${open}([a-z]+)(?::([^${close}]*))?${close}`, 'gu')

/** Variables that differ by recipient, as `private.campaign_variables` says. */
const personal = ['first_name', 'city']

/** Returns the facts without the characters that marks begin and end with. */
function unmarked(facts: CampaignFacts): CampaignFacts {
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(/[\uE000\uE001]/g, '')
    if (Array.isArray(value)) return value.map(clean)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, clean(inner)]))
  }
  return clean(facts) as CampaignFacts
}

/** Returns the values of variables that are the same for every recipient. */
function sharedValues({ event, sender }: CampaignFacts): Record<string, string> {
  if (!event) return { brand: sender.brand }
  return {
    brand: sender.brand,
    event: event.title,
    date: formatLongDay(event.startsAt, event.timeZone),
    doors: formatClock(event.doorsAt, event.timeZone),
    venue: event.venueName ?? event.city,
  }
}

/**
 * Renders a campaign once, from the present state of what it shows.
 * @param site the public origin of the site, and whether it is a rehearsal
 */
export function makeSnapshot(
  campaign: CampaignFacts,
  site: Pick<MailSender, 'siteUrl' | 'isStaging'>,
): CampaignSnapshot {
  const facts = unmarked(campaign)
  const sender = { ...facts.sender, ...site }
  const values = sharedValues(facts)
  const links: string[] = []
  const fill = (text: string) =>
    text.replaceAll(variableIn, (whole, name: string, otherwise: string | undefined) =>
      personal.includes(name) ? `${open}v:${name}|${otherwise ?? ''}${close}` : (values[name] ?? whole),
    )
  const link = (address: string) => {
    const url = address.startsWith('/') ? site.siteUrl + address : address
    if (!links.includes(url)) links.push(url)
    return `${open}l:${links.indexOf(url)}${close}`
  }
  const drawing: CampaignDrawing = { facts, siteUrl: site.siteUrl, fill, link }
  const titled = (subject: string) => (site.isStaging ? '[STAGING] ' : '') + fill(subject)
  const letter = (
    <Letter sender={sender} subject={titled(facts.subject)} preview={fill(facts.preheader)}>
      <CampaignBlocks blocks={facts.blocks} drawing={drawing} />
      <WayOut facts={facts} />
    </Letter>
  )
  return {
    version: facts.version,
    kind: facts.kind,
    subject: titled(facts.subject),
    subjectB: facts.subjectB ? titled(facts.subjectB) : null,
    html: `<!doctype html>${renderToStaticMarkup(letter)}`,
    text: unescapeText(renderToStaticMarkup(<AsText.Provider value={true}>{letter}</AsText.Provider>)),
    links,
    replyTo: sender.contactEmail,
  }
}

/** Says why its reader gets this, and how they get no more. A notice can't be declined: it is about what was bought. */
function WayOut({ facts: { kind, event, sender } }: { facts: CampaignFacts }) {
  if (kind === 'notice')
    return (
      <SmallPrint>{`You get this because you have a ticket for ${event?.title ?? sender.brand}.`}</SmallPrint>
    )
  return (
    <SmallLink
      lead={`You get this because you asked for news from ${sender.brand}.`}
      url={`${open}u${close}`}
    >
      Unsubscribe
    </SmallLink>
  )
}

/** What differs from recipient to recipient. */
type CampaignRecipient = {
  /** Values of the personal variables, by name; empty or left out where they are not known. */
  variables: Readonly<Record<string, string | null | undefined>>
  /** Returns the address that a link has in this mail. @param url where it leads, @param index its number in the snapshot */
  link: (url: string, index: number) => string
  /** The page that ends these mails; a notice has none. */
  unsubscribeUrl: string | null
  subject: 'a' | 'b'
}

/** A campaign's mail to one recipient. */
export type CampaignMail = {
  subject: string
  html: string
  text: string
  replyTo: string | null
  listEnd: string | null
}

/** Writes the mail of one recipient. Everything about them is escaped where it goes into markup. */
export function renderCampaign(snapshot: CampaignSnapshot, recipient: CampaignRecipient): CampaignMail {
  const { variables, link, unsubscribeUrl } = recipient
  const replaced = (text: string, isMarkup: boolean) => {
    const written = (value: string) => (isMarkup ? escapeMarkup(value) : value)
    return text.replaceAll(marks, (_, mark: string, about: string | undefined) => {
      if (mark === 'u') return written(unsubscribeUrl ?? '')
      if (mark === 'l') return written(link(snapshot.links[Number(about)] ?? '', Number(about)))
      const [name = '', otherwise = ''] = (about ?? '').split(/\|(.*)/s)
      // What was written for people of whom it is not known was escaped with the text around it.
      return variables[name] ? written(variables[name]) : otherwise
    })
  }
  const subject = recipient.subject === 'b' && snapshot.subjectB ? snapshot.subjectB : snapshot.subject
  return {
    subject: replaced(subject, false)
      .replace(/\p{Cc}+/gu, ' ')
      .trim(),
    html: replaced(snapshot.html, true),
    text: replaced(snapshot.text, false),
    replyTo: snapshot.replyTo,
    listEnd: snapshot.kind === 'marketing' ? unsubscribeUrl : null,
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}
const escapeMarkup = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/**
 * Writes a mail for its author: links lead where they lead, and variables have the author's own name.
 * @param markup of the unsubscribe link: it leads to a page that changes nothing
 */
export function renderSample(
  snapshot: CampaignSnapshot,
  { firstName, siteUrl, subject = 'a' }: { firstName: string; siteUrl: string; subject?: 'a' | 'b' },
): CampaignMail {
  return {
    ...renderCampaign(snapshot, {
      variables: { first_name: firstName, city: null },
      link: (url) => url,
      unsubscribeUrl: `${siteUrl}/settings`,
      subject,
    }),
    listEnd: null,
  }
}
