import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form, Link, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatDay } from '#core/event-time.ts'
import { goodsText } from '#core/goods.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { refundStatusNames } from '#core/refund-status.ts'
import { fulfilmentStates } from '#core/states.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors, PasswordField, TextareaField } from '#ui/field.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { returnStepSchema } from '../returns.schema.ts'
import type { ReturnDetail, ReturnStep } from '../returns.types.ts'
import * as css from './returns.css.ts'

/** Names a refund's state, which the database gives as text. */
const refundNames: Record<string, string> = refundStatusNames

/** Says what can be done to a return in a state: its steps with their buttons. */
const stepsOf: Partial<
  Record<ReturnDetail['status'], { title: string; steps: { step: ReturnStep; label: string }[] }>
> = {
  return_requested: {
    title: 'Decide',
    steps: [
      { step: 'return_approved', label: 'Approve' },
      { step: 'return_rejected', label: 'Decline' },
    ],
  },
  return_approved: {
    title: 'Has it arrived?',
    steps: [{ step: 'return_received', label: 'It arrived' }],
  },
  return_received: {
    title: 'Inspect and refund',
    steps: [
      { step: 'restocked', label: 'Back on the shelf' },
      { step: 'written_off', label: 'Write off' },
    ],
  },
}

/** Shows one return with everything that is known of it, and the one thing that it waits for. @param reply the server's reply to the last try */
export function ReturnCase({ detail, reply }: { detail: ReturnDetail; reply: SubmissionResult | null }) {
  const money = (cents: number) => formatMoney(cents, detail.currency)
  const day = (at: string) => formatDay(at, detail.timeZone, detail.now)
  const isOver = fulfilmentStates[detail.status].isReturnOver
  const rows: [string, ReactNode][] = [
    [
      'Status',
      <span key="state" className={css.badges}>
        <Badge tone={fulfilmentStates[detail.status].tone}>{fulfilmentStates[detail.status].label}</Badge>
        {detail.isTest && <Badge tone="info">Test</Badge>}
      </span>,
    ],
    ['Goods', `${goodsText({ ...detail, quantity: detail.units })} (of ${detail.bought} bought)`],
    ...(detail.sku ? [['SKU', detail.sku] as [string, ReactNode]] : []),
    [
      'Order',
      <Link key="order" to={paths.ticketManagementOrder(detail.code)}>
        {detail.code}
      </Link>,
    ],
    ['Buyer', `${detail.buyer}, ${detail.email}`],
    ['Why', detail.isFaulty ? 'Arrived damaged' : 'Changed their mind'],
    ['Reason', detail.reason],
    ...(detail.handedAt ? [['Received by the buyer', day(detail.handedAt)] as [string, ReactNode]] : []),
    ['Asked', day(detail.createdAt)],
    ...(detail.decidedAt
      ? [
          ['Decided', [day(detail.decidedAt), detail.decidedBy].filter(Boolean).join(' by ')] as [
            string,
            ReactNode,
          ],
        ]
      : []),
    ...(detail.decision ? [['Reason for the decision', detail.decision] as [string, ReactNode]] : []),
    ...(detail.receivedAt ? [['Arrived', day(detail.receivedAt)] as [string, ReactNode]] : []),
    ...(detail.inspection
      ? [
          ['Inspection', detail.inspection === 'restocked' ? 'Back on the shelf' : 'Written off'] as [
            string,
            ReactNode,
          ],
        ]
      : []),
    ['Return label', money(detail.labelCents)],
    [isOver ? 'Refunded' : 'Refund', detail.backCents === null ? '—' : money(detail.backCents)],
    ...(detail.refund
      ? [
          [
            'Refund',
            <Link key="refund" to={paths.ticketManagementRefundCase(detail.refund.id)}>
              {refundNames[detail.refund.status] ?? detail.refund.status}
            </Link>,
          ] as [string, ReactNode],
        ]
      : []),
  ]
  return (
    <div className={stack[5]}>
      {detail.isDisputed && (
        <Banner tone="warning" title="The buyer disputes the payment.">
          <p>No refund until the dispute has ended.</p>
        </Banner>
      )}
      <Card as="section" aria-label="Return">
        <dl className={css.facts}>
          {rows.map(([name, value]) => (
            <Row key={name} name={name}>
              {value}
            </Row>
          ))}
        </dl>
      </Card>
      {detail.hasPicture && (
        <Card as="section" aria-label="Picture">
          <img src={paths.returnPicture(detail.id)} alt="Damage shown by the buyer" className={css.picture} />
        </Card>
      )}
      <Steps key={detail.status} detail={detail} reply={reply} />
    </div>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className={css.term}>{name}</dt>
      <dd className={css.value}>{children}</dd>
    </>
  )
}

function Steps({ detail, reply }: { detail: ReturnDetail; reply: SubmissionResult | null }) {
  const { formData } = useNavigation()
  const [form, fields] = useForm({
    id: 'return-step',
    lastResult: reply,
    onValidate: ({ formData: sent }) => parseWithZod(sent, { schema: returnStepSchema }),
  })
  const open = stepsOf[detail.status]
  if (!open) return null
  const movesMoney = detail.status === 'return_received'
  return (
    <Card as="section" aria-label={open.title}>
      <Form method="post" {...getFormProps(form)} className={stack[4]}>
        <h2 className={css.title}>{open.title}</h2>
        <FormErrors id={form.errorId} errors={form.errors} />
        {movesMoney && detail.backCents !== null && (
          <p>{`${formatMoney(detail.backCents, detail.currency)} will be refunded either way.`}</p>
        )}
        {detail.status !== 'return_approved' && (
          <TextareaField
            meta={fields.reason}
            label={detail.status === 'return_requested' ? 'Reason, if you decline' : 'Note'}
            hint={
              detail.status === 'return_requested'
                ? 'The buyer sees it.'
                : 'For the stock log; only staff see it.'
            }
            rows={2}
          />
        )}
        {movesMoney && !detail.isProven && (
          <PasswordField
            meta={fields.currentPassword}
            label="Your password"
            autoComplete="current-password"
          />
        )}
        <div className={cluster[3]}>
          {open.steps.map(({ step, label }, place) => (
            <Button
              key={step}
              type="submit"
              name="step"
              value={step}
              variant={place === 0 ? 'primary' : 'secondary'}
              busy={formData?.get('step') === step}
            >
              {label}
            </Button>
          ))}
        </div>
      </Form>
    </Card>
  )
}
