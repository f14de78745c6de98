import * as paths from '#core/paths.ts'
import type { MailEvent, MailSender } from '../mail.types.ts'
import { samplePicture, timesText } from './order-parts.tsx'
import { Facts, Poster, SmallLink } from './parts.tsx'

/** The parts that mails to people without a ticket share. */

/** Returns the whole address of an event's page. */
export function eventUrl({ id, slug }: Pick<MailEvent, 'id' | 'slug'>, { siteUrl }: MailSender): string {
  return siteUrl + paths.event(id, slug)
}

/** Shows the poster of an event, which leads to its page. */
export function AnnouncedPoster({ event, sender }: { event: MailEvent; sender: MailSender }) {
  return (
    <Poster
      imagePath={event.imagePath}
      alt={`Poster: ${event.title}`}
      url={eventUrl(event, sender)}
      siteUrl={sender.siteUrl}
    />
  )
}

/** Shows what is on, when, in the event's own zone, and where. */
export function AnnouncedFacts({ event }: { event: MailEvent & { address?: string | null } }) {
  const rows: [string, string][] = [
    ['Event', event.title],
    ['When', timesText(event)],
    ['Where', [event.venueName, event.address, event.city].filter(Boolean).join(', ')],
  ]
  if (event.minAge > 0) rows.push(['Entry', `${event.minAge}+`])
  return <Facts rows={rows} />
}

/** Leads to the event's page in one small line. */
export function EventLink({ event, sender }: { event: MailEvent; sender: MailSender }) {
  return (
    <SmallLink lead="Here is the event:" url={eventUrl(event, sender)}>
      {event.title}
    </SmallLink>
  )
}

/** An event for previews. */
export const sampleEvent = {
  id: '2f0c2b1e-4b5a-4f0e-9a58-0c1d2e3f4a5b',
  slug: 'last-lap',
  title: 'Last Lap: Carnival Tuesday on the River',
  imagePath: samplePicture,
  venueName: 'The Yard',
  city: 'Brooklyn',
  timeZone: 'America/New_York',
  doorsAt: '2026-11-28T03:00:00Z',
  startsAt: '2026-11-28T04:00:00Z',
  minAge: 21,
} satisfies MailEvent
export const sampleAlertUrl = 'https://jouvay.example/alerts?token=sample'
