import { linkPurposes } from '#core/links.ts'
import { formatLongMoment } from '#core/long-moment.ts'
import { formatMoney } from '#core/money.ts'
import type { MailWaitlist } from '../mail.types.ts'
import { AnnouncedFacts, EventLink, eventUrl, sampleEvent } from './event-parts.tsx'
import type { MailTemplate } from './mail-template.ts'
import { Action, Paragraph, SmallLink, SmallPrint, Title } from './parts.tsx'

/** Mails about an entry of a waitlist, to its owner. */
type Props = { about: MailWaitlist; url: string }

const sample: Props = {
  about: { event: sampleEvent, quantity: 2, typeName: null },
  url: 'https://jouvay.example/my-tickets/waitlist?token=sample',
}

const tickets = (units: number, typeName: string | null) =>
  `${units} ${typeName ? `${typeName} ` : ''}${units === 1 ? 'ticket' : 'tickets'}`

/** Asks the owner of an address that somebody typed whether they want to be on the waitlist. */
export const waitlistConfirm: MailTemplate<Props> = {
  subject: ({ about }) => `Confirm your place on the waitlist for ${about.event.title}`,
  preview: () => "One tap and you're in line.",
  sample,
  Content: ({ about, url }) => (
    <>
      <Title>Join the waitlist?</Title>
      <Paragraph>
        {`Confirm and you're in line for ${tickets(about.quantity, about.typeName)} for ${about.event.title}.`}
      </Paragraph>
      <Action url={url}>Join the waitlist</Action>
      <AnnouncedFacts event={about.event} />
      <SmallPrint>
        {`The link expires in ${linkPurposes.waitlist_confirm.lifetime}. If you didn't ask for this, ignore this email and nothing happens.`}
      </SmallPrint>
    </>
  ),
}

/** Says that somebody is on the waitlist, and what happens next. */
export const waitlistJoined: MailTemplate<Props> = {
  subject: ({ about }) => `You're on the waitlist: ${about.event.title}`,
  preview: () => "We'll email you when it's your turn.",
  sample,
  Content: ({ about, url }) => (
    <>
      <Title>You're on the waitlist</Title>
      <Paragraph>
        {`You're in line for ${tickets(about.quantity, about.typeName)}. When it's your turn, we hold them for you and send you an email with the time you have to buy.`}
      </Paragraph>
      <AnnouncedFacts event={about.event} />
      <SmallLink lead="Plans changed?" url={url}>
        See where you stand, or leave the waitlist
      </SmallLink>
    </>
  ),
}

/** Offers places that are held, until when and for how much. */
export const waitlistOffer: MailTemplate<Props> = {
  subject: ({ about }) => `Your tickets for ${about.event.title} are on hold`,
  preview: ({ about }) => `It's your turn: ${tickets(about.units ?? about.quantity, about.typeName)}.`,
  sample: {
    ...sample,
    about: {
      ...sample.about,
      units: 2,
      typeName: 'General admission',
      expiresAt: '2026-11-26T21:00:00Z',
      totalCents: 9000,
      currency: 'USD',
    },
  },
  Content: ({ about, url }) => (
    <>
      <Title>It's your turn</Title>
      <Paragraph>
        {`We're holding ${tickets(about.units ?? about.quantity, about.typeName)} for you${about.totalCents === undefined || !about.currency ? '' : ` for ${formatMoney(about.totalCents, about.currency)}`}.`}
      </Paragraph>
      {about.expiresAt && (
        <Paragraph>
          {`Buy by ${formatLongMoment(about.expiresAt, about.event.timeZone)}. After that they go to the next person in line.`}
        </Paragraph>
      )}
      <Action url={url}>Buy or decline</Action>
      <AnnouncedFacts event={about.event} />
      <SmallPrint>This link is yours alone: anyone who has it can buy these tickets.</SmallPrint>
    </>
  ),
}

/** Says that an offer ran out, and that the person is at the end of the line. */
export const waitlistLapsed: MailTemplate<Props> = {
  subject: ({ about }) => `Your hold for ${about.event.title} ran out`,
  preview: () => "You're still on the waitlist, at the end of the line.",
  sample,
  Content: ({ about, url }) => (
    <>
      <Title>Your hold ran out</Title>
      <Paragraph>
        {`The tickets for ${about.event.title} went to the next person. You're still on the waitlist, at the end of the line. If the next offer runs out too, we take you off.`}
      </Paragraph>
      <Action url={url}>See where you stand</Action>
      <AnnouncedFacts event={about.event} />
    </>
  ),
}

/** Asks somebody who was passed over, because they want more than came free, whether fewer tickets would do. */
export const waitlistPassed: MailTemplate<Props> = {
  subject: ({ about }) => `Still want ${about.quantity} tickets for ${about.event.title}?`,
  preview: () => 'Fewer tickets came free than you asked for.',
  sample,
  Content: ({ about, url, sender }) => (
    <>
      <Title>Would fewer tickets do?</Title>
      <Paragraph>
        {`A few times now, fewer tickets came free than the ${about.quantity} you asked for, so they went to people after you. You keep your place. If fewer would do, leave the waitlist and join again for fewer.`}
      </Paragraph>
      <Action url={url}>See where you stand</Action>
      <EventLink event={about.event} sender={sender} />
    </>
  ),
}

/** Thanks somebody whose waitlist is over, or says that a second offer ran out. */
export const waitlistClosed: MailTemplate<Props> = {
  subject: ({ about }) => `The waitlist for ${about.event.title}`,
  preview: ({ about }) =>
    about.why === 'lapsed' ? "You're off the waitlist." : 'The waitlist is closed. Thanks for waiting.',
  sample: { ...sample, about: { ...sample.about, why: 'over' } },
  Content: ({ about, sender }) => (
    <>
      <Title>{about.why === 'lapsed' ? "You're off the waitlist" : 'Thanks for waiting'}</Title>
      <Paragraph>
        {about.why === 'lapsed'
          ? `Two offers for ${about.event.title} ran out, so we took you off the waitlist. You can join again any time.`
          : `The waitlist for ${about.event.title} is closed. Sorry it didn't work out this time. We hope to see you at the next one.`}
      </Paragraph>
      <Action url={about.why === 'lapsed' ? eventUrl(about.event, sender) : `${sender.siteUrl}/events`}>
        {about.why === 'lapsed' ? 'See the event' : 'See what else is on'}
      </Action>
    </>
  ),
}
