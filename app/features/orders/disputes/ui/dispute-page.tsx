import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { Form, Link, useNavigation } from '@remix-run/react'
import { formatMoment } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors, PasswordField } from '#ui/field.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { disputeReason, evidenceOf, evidenceParts } from '../dispute-evidence.rules.ts'
import type { Dispute } from '../disputes.types.ts'
import { disputeStates } from './dispute-list.tsx'
import * as css from './disputes.css.ts'

const consequences: Record<Dispute['status'], string> = {
  open: 'Its tickets don’t work until the dispute ends. If you send no evidence, you lose it.',
  evidence_sent: 'The bank decides, which can take weeks. The tickets don’t work until then.',
  won: 'The money stays with you, and the tickets are valid again.',
  lost: 'The money went back to the buyer, and the tickets were voided.',
}

/**
 * Shows a dispute, its deadline and the evidence that the site collected, and sends that evidence.
 * @param reply the server's reply to the last try
 */
export function DisputePage({ dispute, reply }: { dispute: Dispute; reply: SubmissionResult | null }) {
  const state = disputeStates[dispute.status]
  const due = dispute.dueAt && formatMoment(dispute.dueAt, dispute.timeZone, dispute.now)
  const isLate = dispute.dueAt !== null && dispute.dueAt <= dispute.now
  return (
    <div className={stack[5]}>
      <Card as="section" aria-label="Status" className={stack[3]}>
        <div className={cluster[3]}>
          <Badge tone={state.tone}>{state.label}</Badge>
          {dispute.isInquiry && <Badge tone="neutral">Inquiry: the bank only asks</Badge>}
        </div>
        <p>
          {formatMoney(dispute.amountCents, dispute.currency)} of order{' '}
          <Link to={paths.ticketManagementOrder(dispute.orderCode)}>{dispute.orderCode}</Link>,{' '}
          {dispute.buyer}. {disputeReason(dispute.reasonCode)}.
        </p>
        <p className={text.muted}>{consequences[dispute.status]}</p>
        {dispute.sentAt && (
          <p className={text.small}>
            Evidence sent {formatMoment(dispute.sentAt, dispute.timeZone, dispute.now)}
            {dispute.sentBy ? ` by ${dispute.sentBy}` : ''}.
          </p>
        )}
        <div className={cluster[3]}>
          <LinkButton to={paths.blockedBuyers({ order: dispute.orderCode })} variant="secondary">
            Block buyer…
          </LinkButton>
          {dispute.provider === 'test' && dispute.paymentRef && (
            <LinkButton to={paths.testPayment(dispute.paymentRef)} variant="secondary">
              Open the test payment
            </LinkButton>
          )}
        </div>
      </Card>
      {dispute.status === 'open' &&
        (isLate ? (
          <Banner tone="danger">The deadline for evidence has passed.</Banner>
        ) : (
          <SendEvidence due={due} isProven={dispute.isProven} reply={reply} />
        ))}
      <section className={stack[4]} aria-labelledby="evidence">
        <h2 id="evidence">Evidence</h2>
        <p className={text.muted}>
          Collected from the order, without staff notes. This is what the bank gets.
        </p>
        {evidenceParts(evidenceOf(dispute)).map((part) => (
          <section key={part.name} className={stack[2]}>
            <h3>{part.name}</h3>
            <pre className={css.evidence}>{part.text}</pre>
          </section>
        ))}
      </section>
    </div>
  )
}

function SendEvidence(props: { due: string | null; isProven: boolean; reply: SubmissionResult | null }) {
  const navigation = useNavigation()
  const [form, fields] = useForm<{ currentPassword?: string | undefined }>({
    id: 'evidence-form',
    lastResult: props.reply,
  })
  return (
    <Card as="section" aria-labelledby="send-evidence">
      <Form method="post" {...getFormProps(form)} className={stack[4]}>
        <h2 id="send-evidence">Send the evidence</h2>
        <p>
          {props.due ? `The provider takes it until ${props.due}. ` : ''}It can be sent once. Read it below
          first.
        </p>
        <FormErrors id={form.errorId} errors={form.errors} />
        {!props.isProven && (
          <PasswordField
            meta={fields.currentPassword}
            label="Your password"
            autoComplete="current-password"
          />
        )}
        <div>
          <Button type="submit" busy={navigation.state === 'submitting'}>
            Send the evidence
          </Button>
        </div>
      </Form>
    </Card>
  )
}
