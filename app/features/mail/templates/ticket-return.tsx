import { formatLongMoment } from '#core/long-moment.ts'
import { formatMoney } from '#core/money.ts'
import type { MailReturn } from '../mail.types.ts'
import { AnnouncedFacts, sampleEvent } from './event-parts.tsx'
import type { MailTemplate } from './mail-template.ts'
import { Action, Paragraph, SmallPrint, Title } from './parts.tsx'

/** Mails about a ticket that its holder listed for return, to its buyer. */
type Props = { about: MailReturn; url: string }

const sample: Props = {
  about: {
    event: sampleEvent,
    typeName: 'General admission',
    holderName: 'Maya Price',
    currency: 'USD',
    returnsAt: '2026-11-28T23:00:00Z',
    cents: 4950,
  },
  url: 'https://jouvay.example/my-tickets',
}

const money = ({ cents, currency }: MailReturn) => formatMoney(cents ?? 0, currency)
const ticket = ({ typeName, holderName, event }: MailReturn) =>
  `your ticket (${typeName}, ${holderName}) for ${event.title}`

/** Says that a ticket is listed: what it pays back, and how to take it back. */
export const returnListed: MailTemplate<Props> = {
  subject: ({ about }) => `Your ticket is listed: ${about.event.title}`,
  preview: ({ about }) => `You get ${money(about)} back when someone buys it.`,
  sample,
  Content: ({ about, url }) => (
    <>
      <Title>Your ticket is listed</Title>
      <Paragraph>
        {`We put ${ticket(about)} up for sale. When someone buys it, you get ${money(about)} back on the card you paid with, and we email you.`}
      </Paragraph>
      <Paragraph>
        {`Until then it's yours. Changed your mind? Take it back any time. If nobody buys it by ${formatLongMoment(about.returnsAt, about.event.timeZone)}, you have it back automatically.`}
      </Paragraph>
      <Action url={url}>My tickets</Action>
      <AnnouncedFacts event={about.event} />
      <SmallPrint>You didn't list this ticket? Reply to this email right away.</SmallPrint>
    </>
  ),
}

/** Says that somebody bought the ticket: it admits nobody, and the money is on its way. */
export const returnSold: MailTemplate<Props> = {
  subject: ({ about }) => `Your ticket sold: ${about.event.title}`,
  preview: ({ about }) => `Your ${money(about)} refund is on its way.`,
  sample,
  Content: ({ about }) => (
    <>
      <Title>Your ticket sold</Title>
      <Paragraph>
        {`Someone bought ${ticket(about)}.${about.cents ? ` Your ${money(about)} refund is on its way to the card you paid with. Banks take up to 10 business days.` : ''}`}
      </Paragraph>
      <Paragraph>Your old code, screenshots, printouts and wallet pass no longer work.</Paragraph>
    </>
  ),
}

/** Says that nobody bought the ticket: it is its holder's, its code unchanged. */
export const returnUnsold: MailTemplate<Props> = {
  subject: ({ about }) => `Your ticket is yours again: ${about.event.title}`,
  preview: () => "It didn't sell, so it gets you in as before.",
  sample,
  Content: ({ about, url }) => (
    <>
      <Title>Your ticket didn't sell</Title>
      <Paragraph>
        {`Nobody bought ${ticket(about)}, so it's yours again. It works as before, with the same code.`}
      </Paragraph>
      <Action url={url}>My tickets</Action>
      <AnnouncedFacts event={about.event} />
    </>
  ),
}
