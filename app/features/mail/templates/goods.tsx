import { carrierTexts, goodsText, pointText, trackingUrl } from '#core/goods.ts'
import { goodsChoiceText } from '#core/goods-choice.ts'
import { formatMoney } from '#core/money.ts'
import type { MailGoods, MailOrder } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import { firstName, sampleOrder, TestNotice } from './order-parts.tsx'
import { Action, Paragraph, SmallPrint, Title } from './parts.tsx'

type Props = { order: MailOrder; goods: MailGoods; goodsUrl: string }

const sampleGoods: MailGoods = {
  items: [
    {
      id: '6d3f0b3e-6f3c-4b55-9d5e-0f4e5a3d7c11',
      name: 'Road Shirt',
      detail: 'M',
      sku: 'ROAD-M',
      quantity: 2,
      status: 'shipped',
    },
  ],
  shipment: {
    id: '9a4c2d10-3c1b-4f43-8a35-6f0a5d1f2b22',
    number: 1,
    carrier: 'ups',
    trackingCode: '1Z999AA10123456784',
    shippedAt: '2026-11-20T15:00:00Z',
    deliveredAt: null,
    lostAt: null,
    isSilent: false,
  },
  point: {
    id: '0f6f6a5f-7f3b-4d2b-9b7a-2f3a4b5c6d33',
    kind: 'event',
    name: 'Merch stand',
    address: null,
    opensAt: '2026-11-28T02:00:00Z',
    closesAt: '2026-11-28T09:00:00Z',
    eventId: null,
    eventTitle: 'Soca Sunrise',
    eventStatus: 'published',
    timeZone: 'America/New_York',
  },
  choice: { reason: 'cancelled', isRefunded: true, endsAt: '2026-12-19T09:00:00Z' },
  return: { isApproved: true, decision: null, isFaulty: false, labelCents: 600 },
}

const listOf = ({ items }: MailGoods) => items.map(goodsText).join('; ')
const day = (at: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(new Date(at))

/** Holds the title, the sentences and the button of each mail about goods. */
const texts = {
  shipped: ({ goods: { shipment } }: Props) => ({
    title: 'Your package is on its way',
    sentences: shipment
      ? [
          shipment.trackingCode
            ? `${carrierTexts[shipment.carrier].name} has it. Tracking number ${shipment.trackingCode}.`
            : 'It left our warehouse.',
        ]
      : [],
    button: 'Track your order',
  }),
  delivered: () => ({
    title: 'Your package was delivered',
    sentences: ['Something wrong, or the wrong size? You can return it within 30 days.'],
    button: 'See your order',
  }),
  lost: ({ goods: { shipment } }: Props) => ({
    title: 'Your package seems to be lost',
    sentences: [
      `${shipment?.trackingCode ? `${carrierTexts[shipment.carrier].name} can't find package ${shipment.trackingCode}. ` : ''}We're sorry. We'll send it again or refund it, and email you either way.`,
    ],
    button: 'See your order',
  }),
  ready: ({ goods: { point } }: Props) => ({
    title: 'Ready for pickup',
    sentences: [
      point ? `It's packed for you: ${pointText(point, point.opensAt ?? '')}.` : "It's packed for you.",
      point?.kind === 'event'
        ? 'Show the same code as at the door.'
        : 'Bring the code from your order page, or your order number.',
    ],
    button: 'See your order',
  }),
  choice: ({ goods: { point, choice } }: Props) => {
    const { title, text } = choice
      ? goodsChoiceText(choice, point, day)
      : { title: 'What happens to your items', text: '' }
    return { title, sentences: [text], button: 'Choose' }
  },
  moved: ({ goods: { point } }: Props) => ({
    title: 'Your pickup has moved',
    sentences: [
      point ? `Pick it up here now: ${pointText(point, point.opensAt ?? '')}.` : '',
      point?.kind === 'event'
        ? 'Show the same code as at the door.'
        : 'Bring the code from your order page, or your order number.',
    ],
    button: 'See your order',
  }),
  return_decided: ({ order, goods }: Props) =>
    goods.return?.isApproved
      ? {
          title: 'Send it back',
          sentences: [
            'Your return is approved. Put your order number in the package and send it to the address on your order page.',
            goods.return.isFaulty
              ? "We're sorry it arrived damaged. You'll get a full refund once it's here."
              : `Once it arrives unworn, we'll refund its price minus ${formatMoney(goods.return.labelCents, order.currency)} for return shipping.`,
          ],
          button: 'See where to send it',
        }
      : {
          title: "We can't take this back",
          sentences: goods.return?.decision ? [goods.return.decision] : [],
          button: 'See your order',
        },
} satisfies Record<string, (props: Props) => { title: string; sentences: string[]; button: string }>

/**
 * A mail about goods of an order: what they are, how far they are, and the link to the order.
 * @param about what happened to them
 */
export function goodsMail(about: keyof typeof texts): MailTemplate<Props> {
  return {
    subject: (props) => `${texts[about](props).title}: order ${props.order.code}`,
    preview: (props) => listOf(props.goods),
    sample: {
      order: sampleOrder,
      goods: sampleGoods,
      goodsUrl: 'https://example.com/my-tickets/goods?order=sample',
    },
    Content(props) {
      const { order, goods, goodsUrl } = props
      const { title, sentences, button } = texts[about](props)
      const track = about === 'shipped' && goods.shipment ? trackingUrl(goods.shipment) : null
      return (
        <>
          <TestNotice order={order} />
          <Title>{title}</Title>
          <Paragraph>{`Hi ${firstName(order)}. ${sentences.join(' ')}`.trim()}</Paragraph>
          <Paragraph>{listOf(goods)}</Paragraph>
          <Action url={track ?? goodsUrl}>{track ? 'Track your package' : button}</Action>
          {track && <SmallPrint>{`Everything about your order: ${goodsUrl}`}</SmallPrint>}
          <SmallPrint>{`Order ${order.code}.`}</SmallPrint>
        </>
      )
    },
  }
}
