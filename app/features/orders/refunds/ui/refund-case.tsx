import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form, Link, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { refundErrorText } from '#core/refund-status.ts'
import { ticketStates } from '#core/states.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors, PasswordField, SelectField, TextareaField, TextField } from '#ui/field.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { touchLink } from '../../ui/staff-order.css.ts'
import { refundKind, refundState } from '../refund-queue.rules.ts'
import {
  closeCaseSchema,
  confirmCaseSchema,
  decideCaseSchema,
  resolveCaseSchema,
  retryCaseSchema,
} from '../refund-queue.schema.ts'
import { manualMethods, type RefundDetail } from '../refund-queue.types.ts'
import * as css from './refund-queue.css.ts'

/** The server's replies to the forms of the page, by intent. */
export type CaseReplies = Record<
  'decide' | 'retry' | 'resolve' | 'confirm' | 'close',
  SubmissionResult | null
>

/** Shows one refund with everything that is known of it, and the one thing that it waits for. */
export function RefundCase({ refund, replies }: { refund: RefundDetail; replies: CaseReplies }) {
  const money = (cents: number) => formatMoney(cents, refund.currency)
  const moment = (at: string) =>
    `${formatDay(at, refund.timeZone, refund.now)}, ${formatClockWithZone(at, refund.timeZone)}`
  const state = refundState(refund)
  const rows: [string, ReactNode][] = [
    [
      'Status',
      <span key="state" className={css.badges}>
        <Badge tone={state.tone}>{state.text}</Badge>
        {refund.isTest && <Badge tone="info">Test</Badge>}
      </span>,
    ],
    ['Amount', money(refund.amountCents)],
    ...(refund.keptCents > 0 ? [['Kept by the policy', money(refund.keptCents)] as [string, ReactNode]] : []),
    [
      'Order',
      <Link key="order" to={paths.ticketManagementOrder(refund.orderCode)} className={touchLink}>
        {refund.orderCode}
      </Link>,
    ],
    ['Buyer', `${refund.buyer}, ${refund.email}`],
    ...(refund.event ? [['Event', refund.event.title] as [string, ReactNode]] : []),
    ['Source', refundKind(refund)],
    ['Reason', refund.reason],
    ...(refund.requestedBy ? [['Requested by', refund.requestedBy] as [string, ReactNode]] : []),
    ...(refund.endorsedBy ? [['First approved by', refund.endorsedBy] as [string, ReactNode]] : []),
    ['Requested', moment(refund.createdAt)],
    ...(refund.attempts > 0 ? [['Attempts', `${refund.attempts} of 5`] as [string, ReactNode]] : []),
    ...(refund.error ? [['Last error', refundErrorText(refund.error)] as [string, ReactNode]] : []),
    ...(refund.nextTryAt ? [['Next attempt', moment(refund.nextTryAt)] as [string, ReactNode]] : []),
    ['At the provider', [refund.provider, refund.paymentRef, refund.refundRef].filter(Boolean).join(' · ')],
    ...(refund.manual
      ? ([
          ['Paid manually', `${manualMethods[refund.manual.method]}, ${refund.manual.reference}`],
          ['Reason for paying manually', refund.manual.reason],
          ...(refund.manual.by ? [['Entered by', refund.manual.by]] : []),
        ] as [string, ReactNode][])
      : []),
    ...(refund.decision ? [['Decision', refund.decision] as [string, ReactNode]] : []),
    ...(refund.finishedAt ? [['Done', moment(refund.finishedAt)] as [string, ReactNode]] : []),
  ]
  return (
    <div className={stack[5]}>
      <Card as="section" aria-label="Refund">
        <dl className={css.facts}>
          {rows.map(([name, value]) => (
            <Row key={name} name={name}>
              {value}
            </Row>
          ))}
        </dl>
      </Card>
      {refund.tickets.length > 0 && (
        <Card as="section" aria-labelledby="tickets-title">
          <h2 id="tickets-title" className={css.title}>
            Tickets
          </h2>
          <dl className={css.facts}>
            {refund.tickets.map((ticket) => (
              <Row key={ticket.id} name={ticket.code}>
                {`${ticket.name}, ${ticket.holder}: ${money(ticket.amountCents)}`}
                {ticket.isInside && ' (inside)'}
                {!ticketStates[ticket.status].isValid && ' (ended)'}
              </Row>
            ))}
          </dl>
        </Card>
      )}
      {refund.needs === 'decision' && <Decide refund={refund} reply={replies.decide} />}
      {(refund.needs === 'retry' || refund.needs === 'payment') && (
        <Retry refund={refund} reply={replies.retry} />
      )}
      {refund.needs === 'payment' && <Resolve refund={refund} reply={replies.resolve} />}
      {refund.needs === 'check' && <Confirm refund={refund} reply={replies.confirm} />}
      {refund.needs === 'tickets' && <Close refund={refund} reply={replies.close} />}
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

type FormProps = { refund: RefundDetail; reply: SubmissionResult | null }

/** A card with one form. */
function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" aria-label={title}>
      <div className={stack[4]}>
        <h2 className={css.title}>{title}</h2>
        {children}
      </div>
    </Card>
  )
}

function useBusy(intent: string): boolean {
  return useNavigation().formData?.get('intent') === intent
}

function Decide({ refund, reply }: FormProps) {
  const busy = useBusy('decide')
  const [form, fields] = useForm({
    id: 'decide',
    lastResult: reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: decideCaseSchema }),
  })
  return (
    <Step title="Decide">
      {refund.needsSecondPerson && (
        <Banner tone="warning">
          {refund.endorsedBy
            ? 'Above $500: one admin has approved it, you would be the second.'
            : 'Above $500: two admins have to agree.'}
        </Banner>
      )}
      {refund.isOwn && (
        <Banner tone="info">
          You were involved, so another admin has to approve it. You can withdraw it.
        </Banner>
      )}
      <Form method="post" {...getFormProps(form)} className={stack[4]}>
        <input type="hidden" name="intent" value="decide" />
        <FormErrors id={form.errorId} errors={form.errors} />
        <TextareaField
          meta={fields.reason}
          label="Reason"
          hint={
            refund.kind === 'buyer'
              ? 'The buyer sees it if you turn the refund down.'
              : 'Required to turn the refund down.'
          }
          rows={2}
        />
        <Password refund={refund} meta={fields.currentPassword} />
        <div className={cluster[3]}>
          {!refund.isOwn && (
            <Button type="submit" name="decision" value="approve" busy={busy}>
              {`Approve ${formatMoney(refund.amountCents, refund.currency)}`}
            </Button>
          )}
          <Button type="submit" name="decision" value="reject" variant="secondary" busy={busy}>
            {refund.isOwn ? 'Withdraw' : 'Turn down'}
          </Button>
        </div>
      </Form>
    </Step>
  )
}

function Password({
  refund,
  meta,
}: {
  refund: RefundDetail
  meta: Parameters<typeof PasswordField>[0]['meta']
}) {
  if (refund.isProven) return null
  return <PasswordField meta={meta} label="Your password" autoComplete="current-password" />
}

function Retry({ refund, reply }: FormProps) {
  const busy = useBusy('retry')
  const [form, fields] = useForm({
    id: 'retry',
    lastResult: reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: retryCaseSchema }),
  })
  return (
    <Step title="Send it again">
      <Form method="post" {...getFormProps(form)} className={stack[4]}>
        <input type="hidden" name="intent" value="retry" />
        <FormErrors id={form.errorId} errors={form.errors} />
        <Password refund={refund} meta={fields.currentPassword} />
        <div>
          <Button type="submit" variant="secondary" busy={busy}>
            Try once more now
          </Button>
        </div>
      </Form>
    </Step>
  )
}

function Resolve({ refund, reply }: FormProps) {
  const busy = useBusy('resolve')
  const [form, fields] = useForm({
    id: 'resolve',
    lastResult: reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: resolveCaseSchema }),
  })
  return (
    <Step title="Paid in another way">
      <p>
        The provider refused it five times. Pay the buyer first, then enter how. Another admin confirms it.
      </p>
      <Form method="post" {...getFormProps(form)} className={stack[4]}>
        <input type="hidden" name="intent" value="resolve" />
        <FormErrors id={form.errorId} errors={form.errors} />
        <SelectField meta={fields.method} label="How it was paid">
          {Object.entries(manualMethods).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          meta={fields.reference}
          label="Reference"
          hint="Such as the transfer number."
          autoComplete="off"
        />
        <TextareaField meta={fields.reason} label="Reason" rows={2} />
        <Password refund={refund} meta={fields.currentPassword} />
        <div>
          <Button type="submit" busy={busy}>
            {`I paid ${formatMoney(refund.amountCents, refund.currency)}`}
          </Button>
        </div>
      </Form>
    </Step>
  )
}

function Confirm({ refund, reply }: FormProps) {
  const busy = useBusy('confirm')
  const [form, fields] = useForm({
    id: 'confirm',
    lastResult: reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: confirmCaseSchema }),
  })
  const isOwn = refund.manual?.isOwn ?? false
  return (
    <Step title="Was it paid?">
      {isOwn && (
        <Banner tone="info">You entered it: another admin has to confirm it. You can take it back.</Banner>
      )}
      <Form method="post" {...getFormProps(form)} className={stack[4]}>
        <input type="hidden" name="intent" value="confirm" />
        <FormErrors id={form.errorId} errors={form.errors} />
        <TextareaField meta={fields.reason} label="Reason" hint="Required if it was not paid." rows={2} />
        <Password refund={refund} meta={fields.currentPassword} />
        <div className={cluster[3]}>
          {!isOwn && (
            <Button type="submit" name="decision" value="yes" busy={busy}>
              Yes, it was paid
            </Button>
          )}
          <Button type="submit" name="decision" value="no" variant="secondary" busy={busy}>
            {isOwn ? 'Take it back' : 'No, it was not'}
          </Button>
        </div>
      </Form>
    </Step>
  )
}

function Close({ refund, reply }: FormProps) {
  const busy = useBusy('close')
  const [form, fields] = useForm({
    id: 'close',
    lastResult: reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: closeCaseSchema }),
  })
  return (
    <Step title="What should happen to the tickets?">
      <p>
        Somebody refunded this at the payment provider. The tickets are still valid: cancel them on the
        order’s page, or let the buyer keep them.
      </p>
      <Form method="post" {...getFormProps(form)} className={stack[4]}>
        <input type="hidden" name="intent" value="close" />
        <FormErrors id={form.errorId} errors={form.errors} />
        <TextareaField meta={fields.reason} label="What was decided" rows={2} />
        <div className={cluster[3]}>
          <Button type="submit" busy={busy}>
            Done
          </Button>
          <LinkButton to={paths.ticketManagementOrder(refund.orderCode)} variant="secondary">
            Open the order
          </LinkButton>
        </div>
      </Form>
    </Step>
  )
}
