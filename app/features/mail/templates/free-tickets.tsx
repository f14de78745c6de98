import { formatLongMoment } from '#core/long-moment.ts'
import type { MailComp } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import { Action, Facts, Paragraph, SmallPrint, Title } from './parts.tsx'

/** Mails about free tickets: to invitees, to their plus-ones, and to the admins who approve. */

type Props = { comp: MailComp; url: string }

const sample: MailComp = {
  name: 'Kim Charles',
  invitee: 'Kim Charles',
  isInvitee: true,
  quantity: 3,
  typeName: 'General admission',
  deadlineAt: '2026-11-27T03:00:00Z',
  isOpen: true,
  isRevoked: false,
  event: {
    title: 'Last Lap: Carnival Tuesday on the River',
    timeZone: 'America/New_York',
    doorsAt: '2026-11-28T03:00:00Z',
    startsAt: '2026-11-28T04:00:00Z',
    city: 'Brooklyn',
  },
}
const sampleUrl = 'https://jouvay.example/invitations?token=sample'

const greeting = ({ name }: MailComp) => (name ? `Hi ${name.split(' ')[0]}, ` : '')
const deadline = ({ deadlineAt, event }: MailComp) => formatLongMoment(deadlineAt, event.timeZone)

function CompFacts({ comp }: { comp: MailComp }) {
  const { event, typeName, isInvitee, quantity } = comp
  return (
    <Facts
      rows={[
        ['Event', event.title],
        ['Doors', formatLongMoment(event.doorsAt, event.timeZone)],
        ...(event.city ? [['City', event.city] as [string, string]] : []),
        ['Ticket', isInvitee && quantity > 1 ? `${typeName}, for you and ${quantity - 1} more` : typeName],
        ['Claim by', deadline(comp)],
      ]}
    />
  )
}

const smallPrint =
  'The link is yours alone. If you can’t come, decline there, so that somebody else can. You don’t need an account.'

/** To the invitee: the invitation with their link. */
export const freeTickets: MailTemplate<Props> = {
  subject: ({ comp }) =>
    comp.quantity > 1
      ? `${comp.quantity} free tickets for ${comp.event.title}`
      : `A free ticket for ${comp.event.title}`,
  preview: ({ comp }) => `Claim by ${deadline(comp)}.`,
  sample: { comp: sample, url: sampleUrl },
  Content: ({ sender, comp, url }) => (
    <>
      <Title>You're on us</Title>
      <Paragraph>
        {`${greeting(comp)}${sender.brand} invites you to ${comp.event.title}${comp.quantity > 1 ? ` with ${comp.quantity - 1 === 1 ? 'a plus-one' : `${comp.quantity - 1} plus-ones`}` : ''}. There's nothing to pay.`}
      </Paragraph>
      <CompFacts comp={comp} />
      <Action url={url}>Claim your ticket</Action>
      <SmallPrint>{smallPrint}</SmallPrint>
    </>
  ),
}

/** To a plus-one: their own link. */
export const freeTicketGuest: MailTemplate<Props> = {
  subject: ({ comp }) => `${comp.invitee} brings you to ${comp.event.title}`,
  preview: ({ comp }) => `Claim by ${deadline(comp)}.`,
  sample: { comp: { ...sample, name: 'Lee Grant', isInvitee: false }, url: sampleUrl },
  Content: ({ comp, url }) => (
    <>
      <Title>{`You're ${comp.invitee}'s plus-one`}</Title>
      <Paragraph>
        {`${greeting(comp)}${comp.invitee} has a free ticket for you. There's nothing to pay.`}
      </Paragraph>
      <CompFacts comp={comp} />
      <Action url={url}>Claim your ticket</Action>
      <SmallPrint>{smallPrint}</SmallPrint>
    </>
  ),
}

/** Three days before doors, to a guest who has not claimed. */
export const freeTicketsReminder: MailTemplate<Props> = {
  subject: ({ comp }) => `Your free ticket for ${comp.event.title} is waiting`,
  preview: ({ comp }) => `After ${deadline(comp)} it goes back on sale.`,
  sample: { comp: sample, url: sampleUrl },
  Content: ({ comp, url }) => (
    <>
      <Title>Still coming?</Title>
      <Paragraph>
        {`${greeting(comp)}your free ticket isn't claimed yet. After the deadline it goes back on sale.`}
      </Paragraph>
      <CompFacts comp={comp} />
      <Action url={url}>Claim your ticket</Action>
      <SmallPrint>{smallPrint}</SmallPrint>
    </>
  ),
}

/** To a guest whose free ticket staff took back. */
export const freeTicketsRevoked: MailTemplate<{ comp: MailComp }> = {
  subject: ({ comp }) => `Your free ticket for ${comp.event.title} was withdrawn`,
  preview: () => 'Its code no longer works at the door.',
  sample: { comp: { ...sample, isOpen: false, isRevoked: true } },
  Content: ({ comp }) => (
    <>
      <Title>Your free ticket was withdrawn</Title>
      <Paragraph>
        {`${greeting(comp)}your free ticket for ${comp.event.title} is no longer valid, and its code won't work at the door.`}
      </Paragraph>
      <SmallPrint>If you think this is a mistake, reply to this email.</SmallPrint>
    </>
  ),
}

/** To the other admins: free tickets above a quota or a cap wait for one of them. */
export const freeTicketsApproval: MailTemplate<{
  title: string
  issuer: string
  places: number
  listUrl: string
}> = {
  subject: ({ title }) => `Free tickets need your approval: ${title}`,
  preview: ({ issuer, places }) => `${issuer} asks for ${places} more.`,
  sample: {
    title: sample.event.title,
    issuer: 'Ada Baptiste',
    places: 12,
    listUrl: 'https://jouvay.example/free-tickets?show=approval',
  },
  Content: ({ title, issuer, places, listUrl }) => (
    <>
      <Title>Free tickets need your approval</Title>
      <Paragraph>
        {`${issuer} wants to give ${places} free ${places === 1 ? 'ticket' : 'tickets'} for ${title}, more than their quota or the event's cap allows. Nothing is sent until another admin approves.`}
      </Paragraph>
      <Action url={listUrl}>Review them</Action>
    </>
  ),
}
