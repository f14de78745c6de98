import type { SubmissionResult } from '@conform-to/react'
import { Form, Link } from '@remix-run/react'
import { formatLongMoment } from '#core/long-moment.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { IntentForm, useBusy, useIntentForm } from '#ui/intent-form.tsx'
import { narrow, stack } from '#ui/layout.css.ts'
import { RecordSummary } from '#ui/office/record-summary.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { revokeCompSchema } from '../free-tickets.schema.ts'
import type { CompDetail } from '../free-tickets.types.ts'
import { problemBadges } from './problem-badges.ts'

/** Shows one invitation to free tickets: its places, its history, and what may be done with it. */
export function CompPage({ comp, reply }: { comp: CompDetail; reply: SubmissionResult | null }) {
  const moment = (at: string) => formatLongMoment(at, comp.event.timeZone)
  return (
    <div className={stack[6]}>
      <Card as="section" className={stack[3]}>
        <RecordSummary
          level={2}
          name={comp.event.title}
          badges={<Badge tone={comp.state.tone}>{comp.state.label}</Badge>}
          note={comp.note}
          facts={[
            { name: 'Email', text: comp.email },
            { name: 'Tickets', text: `${comp.quantity} × ${comp.typeName}` },
            { name: 'Face value each', text: formatMoney(comp.faceCents, comp.currency) },
            { name: 'Reason', text: comp.reason },
            { name: 'Given by', text: comp.issuer ?? '—' },
            ...(comp.approvedBy ? [{ name: 'Approved by', text: comp.approvedBy }] : []),
            { name: 'Claim by', text: moment(comp.deadlineAt) },
            { name: 'Passing on', text: comp.isTransferable ? 'Allowed' : 'Not allowed' },
          ]}
        />
      </Card>
      <NextStep comp={comp} />
      {comp.places.length > 0 && (
        <section className={stack[3]} aria-labelledby="places-title">
          <h2 id="places-title">Guests</h2>
          <Table
            caption="Guests of the invitation"
            columns={placeColumns(moment)}
            rows={comp.places}
            rowKey={({ number }) => String(number)}
            empty={<EmptyState title="No guests" />}
          />
        </section>
      )}
      <section className={stack[3]} aria-labelledby="log-title">
        <h2 id="log-title">History</h2>
        <ol className={stack[2]}>
          {comp.log.map(({ at, state, reason, by }) => (
            <li
              key={at}
            >{`${moment(at)}: ${[state, reason, by && `by ${by}`].filter(Boolean).join(', ')}`}</li>
          ))}
        </ol>
      </section>
      {comp.canRevoke && <RevokeForm comp={comp} reply={reply} />}
    </div>
  )
}

/** Sends a draft, or approves what is above a quota or a cap. */
function NextStep({ comp }: { comp: CompDetail }) {
  const intent = comp.canSend ? 'send' : 'approve'
  const busy = useBusy(intent)
  if (comp.awaitsOther)
    return (
      <Banner tone="warning" title="Above your quota or the event's cap: another admin has to approve it." />
    )
  if (!comp.canSend && !comp.canApprove) return null
  return (
    <Form method="post" action={paths.freeTicketsInvitation(comp.id)}>
      <input type="hidden" name="intent" value={intent} />
      <Button type="submit" busy={busy}>
        {comp.canSend ? 'Send invitation' : 'Approve and send'}
      </Button>
    </Form>
  )
}

function RevokeForm({ comp, reply }: { comp: CompDetail; reply: SubmissionResult | null }) {
  const { form, fields, busy } = useIntentForm(revokeCompSchema, { intent: 'revoke', reply })
  return (
    <Card as="section" aria-labelledby="revoke-title" className={classNames(narrow, stack[4])}>
      <h2 id="revoke-title">Withdraw</h2>
      <p>
        {comp.claimed > 0
          ? 'Its tickets stop working, its places go back on sale, and its guests get an email.'
          : 'Its places go back on sale.'}
      </p>
      <IntentForm form={form} intent="revoke" action={paths.freeTicketsInvitation(comp.id)}>
        <TextField meta={fields.reason} label="Reason" hint="For staff only." autoComplete="off" />
        <div>
          <Button type="submit" variant="danger" busy={busy}>
            Withdraw
          </Button>
        </div>
      </IntentForm>
    </Card>
  )
}

type Place = CompDetail['places'][number]

const placeColumns = (moment: (at: string) => string): Column<Place>[] => [
  {
    key: 'number',
    header: 'Guest',
    cell: ({ number }) => (number === 1 ? 'Invitee' : `Plus-one ${number - 1}`),
  },
  { key: 'name', header: 'Name', cell: ({ name }) => name ?? 'Not named yet' },
  { key: 'email', header: 'Email', cell: ({ email }) => email ?? '—' },
  {
    key: 'order',
    header: 'Order',
    cell: ({ orderCode }) =>
      orderCode ? <Link to={paths.ticketManagementOrder(orderCode)}>{orderCode}</Link> : '—',
  },
  {
    key: 'state',
    header: 'Status',
    cell: ({ problem, arrivedAt }) =>
      arrivedAt ? (
        <Badge tone="success">{`Arrived ${moment(arrivedAt)}`}</Badge>
      ) : (
        <Badge tone={problem ? problemBadges[problem].tone : 'info'}>
          {problem ? problemBadges[problem].text : 'Not claimed yet'}
        </Badge>
      ),
  },
]
