import { formatClockWithZone } from '#core/event-time.ts'
import type { MailOrder, MailReminder } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import {
  countTickets,
  EventFacts,
  EventPoster,
  firstName,
  openTickets,
  placeOf,
  sampleOrder,
  sampleTicketsUrl,
  titleOf,
} from './order-parts.tsx'
import { Action, Facts, Paragraph, SmallLink, SmallPrint, Title } from './parts.tsx'

type Props = {
  order: MailOrder
  about: MailReminder
  ticketsUrl: string
  /** Address of a map with the way there; null while the address is not known to holders. */
  mapUrl: string | null
}

const texts = {
  day_before: { title: 'See you soon', opening: (title: string) => `${title} is almost here.` },
  day_of: { title: "It's today", opening: (title: string) => `${title} is today.` },
}

const doorsOf = ({ event }: MailOrder) =>
  event ? `Doors open at ${formatClockWithZone(event.doorsAt, event.timeZone)}.` : ''

/** To who holds tickets, a day before the doors and on the day: when, where, what to bring, and the way to the codes. */
export function reminder(when: keyof typeof texts): MailTemplate<Props> {
  const { title, opening } = texts[when]
  return {
    subject: ({ order }) => `${when === 'day_of' ? 'Today' : 'Reminder'}: ${titleOf(order)}`,
    preview: ({ order }) => [doorsOf(order), placeOf(order)].filter(Boolean).join(' '),
    sample: {
      order: sampleOrder,
      about: {
        bagPolicy: 'Small bags only, up to 12 by 12 inches. All bags are searched.',
        dressCode: 'All white.',
      },
      ticketsUrl: sampleTicketsUrl,
      mapUrl: 'https://www.google.com/maps/dir/?api=1&destination=The+Yard',
    },
    Content: ({ order, about, ticketsUrl, mapUrl, sender }) => {
      const bring: [string, string][] = []
      if (about.bagPolicy) bring.push(['Bags', about.bagPolicy])
      if (about.dressCode) bring.push(['Dress code', about.dressCode])
      return (
        <>
          <EventPoster order={order} url={ticketsUrl} sender={sender} />
          <Title>{title}</Title>
          <Paragraph>
            {`Hi ${firstName(order)}, ${opening(titleOf(order))} ${doorsOf(order)} Have your ${countTickets(order.ticketCount)} ready on your phone, with the brightness up.`}
          </Paragraph>
          <Action url={ticketsUrl}>{openTickets(order)}</Action>
          <EventFacts order={order} />
          {bring.length > 0 && <Facts rows={bring} />}
          {mapUrl && (
            <SmallLink lead="Coming from somewhere new?" url={mapUrl}>
              Get directions
            </SmallLink>
          )}
          <SmallPrint>
            {`Don't forward this email: anyone who has it can use your tickets. Order ${order.code}.`}
          </SmallPrint>
        </>
      )
    },
  }
}
