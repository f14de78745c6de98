import { formatLongMoment } from '#core/long-moment.ts'
import type { MailAllocation } from '../mail.types.ts'
import { AnnouncedFacts, AnnouncedPoster, EventLink, sampleEvent } from './event-parts.tsx'
import type { MailTemplate } from './mail-template.ts'
import { Action, Paragraph, SmallPrint, Title } from './parts.tsx'

/** Mails about places that a member hands on to people who pay the regular price. */
type Props = { allocation: MailAllocation; url: string }

const sample: Props = {
  allocation: {
    event: sampleEvent,
    typeName: 'General admission',
    places: 8,
    left: 8,
    endsAt: '2026-11-26T02:00:00Z',
    isOver: false,
  },
  url: 'https://jouvay.example/my-tickets/allocations',
}

const tickets = (count: number) => (count === 1 ? '1 ticket' : `${count} tickets`)
const until = ({ endsAt, event }: MailAllocation) => formatLongMoment(endsAt, event.timeZone)

/** Says that a member has places to hand on, how that works, and until when. */
export const allocationGiven: MailTemplate<Props> = {
  subject: ({ allocation }) => `${tickets(allocation.places)} to hand on: ${allocation.event.title}`,
  preview: ({ allocation }) => `On hold for people you choose until ${until(allocation)}.`,
  sample,
  Content: ({ allocation, url, sender }) => (
    <>
      <AnnouncedPoster event={allocation.event} sender={sender} />
      <Title>{`${tickets(allocation.places)} for your people`}</Title>
      <Paragraph>
        {`We're holding ${tickets(allocation.places)} (${allocation.typeName}) for people you choose. Enter a name, send them the link, and they buy their ticket at the regular price.`}
      </Paragraph>
      <Action url={url}>Hand on tickets</Action>
      <AnnouncedFacts event={allocation.event} />
      <EventLink event={allocation.event} sender={sender} />
      <SmallPrint>{`Tickets nobody bought by ${until(allocation)} go back on sale.`}</SmallPrint>
    </>
  ),
}

/** Says that places which nobody bought go back on sale soon. */
export const allocationEnding: MailTemplate<Props> = {
  subject: ({ allocation }) => `${tickets(allocation.left)} left to hand on: ${allocation.event.title}`,
  preview: ({ allocation }) => `They go back on sale ${until(allocation)}.`,
  sample: { ...sample, allocation: { ...sample.allocation, left: 3 } },
  Content: ({ allocation, url }) => (
    <>
      <Title>{`${tickets(allocation.left)} left to hand on`}</Title>
      <Paragraph>
        {`${tickets(allocation.left)} of your ${allocation.places} (${allocation.typeName}) for ${allocation.event.title} ${allocation.left === 1 ? 'is' : 'are'} still waiting: you haven't handed ${allocation.left === 1 ? 'it' : 'them'} on, or the link wasn't opened yet.`}
      </Paragraph>
      <Paragraph>{`What nobody buys by ${until(allocation)} goes back on sale.`}</Paragraph>
      <Action url={url}>Hand on tickets</Action>
    </>
  ),
}
