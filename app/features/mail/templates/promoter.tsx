import { formatMoney } from '#core/money.ts'
import type { MailTemplate } from './mail-template.ts'
import { Action, Facts, Paragraph, SmallPrint, Title } from './parts.tsx'

const sampleUrl = 'https://jouvay.example/promoter'

/** To a promoter: their link to share, and the page where they add names to their guest list. */
export const promoterLink: MailTemplate<{
  name: string
  eventTitle: string
  shareUrl: string
  listUrl: string
}> = {
  subject: ({ eventTitle }) => `Your promoter link for ${eventTitle}`,
  preview: () => 'Share it: tickets bought through it count for you.',
  sample: {
    name: 'Kes Joseph',
    eventTitle: 'Soca Sunrise',
    shareUrl: 'https://jouvay.example/events/sample?p=KES',
    listUrl: 'https://jouvay.example/promoter/list?token=sample',
  },
  Content: ({ name, eventTitle, shareUrl, listUrl }) => (
    <>
      <Title>{`Your link for ${eventTitle}`}</Title>
      <Paragraph>{`Hi ${name}, share this link. Tickets bought within 7 days of opening it count for you.`}</Paragraph>
      <Facts rows={[['Your link', shareUrl]]} />
      <Action url={listUrl}>See your event</Action>
      <SmallPrint>
        The button opens your own page for this event until the event ends. Keep that page to yourself and
        share only the link above.
      </SmallPrint>
    </>
  ),
}

/** To a promoter: commission has become due. */
export const promoterStatement: MailTemplate<{
  name: string
  cents: number
  currency: string
  pageUrl: string | null
}> = {
  subject: () => 'Your commission statement is ready',
  preview: ({ cents, currency }) => `${formatMoney(cents, currency)} is due to you.`,
  sample: { name: 'Kes Joseph', cents: 42_000, currency: 'USD', pageUrl: sampleUrl },
  Content: ({ name, cents, currency, pageUrl, sender }) => (
    <>
      <Title>Your commission statement is ready</Title>
      <Paragraph>
        {`Hi ${name}, refunds and disputes are settled for now, so your commission is due: ${sender.brand} will pay you.`}
      </Paragraph>
      <Facts rows={[['Due', formatMoney(cents, currency)]]} />
      {pageUrl && <Action url={pageUrl}>See your statement</Action>}
    </>
  ),
}

/** To a promoter: their commission was paid. */
export const promoterPaid: MailTemplate<{
  name: string
  cents: number
  currency: string
  reference: string
  pageUrl: string | null
}> = {
  subject: ({ cents, currency }) => `We paid your commission: ${formatMoney(cents, currency)}`,
  preview: ({ reference }) => `Reference: ${reference}`,
  sample: { name: 'Kes Joseph', cents: 42_000, currency: 'USD', reference: 'Zelle 1128', pageUrl: sampleUrl },
  Content: ({ name, cents, currency, reference, pageUrl }) => (
    <>
      <Title>We paid your commission</Title>
      <Paragraph>{`Hi ${name}, thank you for bringing people out.`}</Paragraph>
      <Facts
        rows={[
          ['Amount', formatMoney(cents, currency)],
          ['Reference', reference],
        ]}
      />
      {pageUrl && <Action url={pageUrl}>See your statement</Action>}
    </>
  ),
}
