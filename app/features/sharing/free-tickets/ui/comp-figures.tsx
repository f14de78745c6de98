import type { SubmissionResult } from '@conform-to/react'
import { Form, Link } from '@remix-run/react'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { shortDate } from '#core/time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field, TextField, TextInput } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { type Column, Table } from '#ui/table.tsx'
import { compCapSchema } from '../free-tickets.schema.ts'
import type { CompFigures } from '../free-tickets.types.ts'
import * as css from './comp-figures.css.ts'

type Row = CompFigures['rows'][number]
type Quota = CompFigures['quotas'][number]

/** Shows free tickets per issuer and reason, each figure with a link to its invitations, and the quotas and the cap behind them. */
export function CompFiguresPage({
  figures,
  reply,
}: {
  figures: CompFigures
  reply: SubmissionResult | null
}) {
  return (
    <div className={stack[6]}>
      <Table
        caption="Free tickets by issuer and reason"
        columns={figureColumns(figures)}
        rows={figures.rows}
        rowKey={({ issuerId, reason }) => `${issuerId} ${reason}`}
        empty={<EmptyState title="No free tickets sent" />}
      />
      <section className={stack[3]} aria-labelledby="quotas-title">
        <h2 id="quotas-title">Quotas</h2>
        <p className={text.small}>
          Free tickets of one event that each admin may give without a second one. If more than half of
          somebody’s guests stay away at two events, their quota is halved.
        </p>
        <Table
          caption="Quotas of admins"
          columns={quotaColumns(figures.timeZone)}
          rows={figures.quotas}
          rowKey={({ id }) => id}
          empty={<EmptyState title="No admins" />}
        />
      </section>
      {figures.event && <CapForm event={figures.event} reply={reply} />}
    </div>
  )
}

function CapForm({
  event,
  reply,
}: {
  event: NonNullable<CompFigures['event']>
  reply: SubmissionResult | null
}) {
  const { form, fields, busy } = useIntentForm(compCapSchema, {
    intent: 'cap',
    reply,
    defaultValue: { event: event.id, percent: String(event.percent) },
  })
  return (
    <Card as="section" aria-labelledby="cap-title" className={stack[4]}>
      <h2 id="cap-title">{`Cap for ${event.title}`}</h2>
      <IntentForm form={form} intent="cap" action={paths.freeTicketsFigures({ event: event.id })}>
        <input type="hidden" name="event" value={event.id} />
        <TextField
          meta={fields.percent}
          label="Percent of each capacity"
          hint="Above it, a second admin has to approve."
          inputMode="numeric"
        />
        <div>
          <Button type="submit" variant="secondary" busy={busy}>
            Save
          </Button>
        </div>
      </IntentForm>
    </Card>
  )
}

function figureColumns({ event, currency }: CompFigures): Column<Row>[] {
  const figure = (key: 'issued' | 'claimed' | 'arrived' | 'noShow', header: string, guests: string) => ({
    key,
    header,
    numeric: true,
    cell: (row: Row) =>
      row[key] === 0 ? (
        0
      ) : (
        <Link
          className={css.figure}
          to={paths.freeTickets({
            ...(event && { event: event.id }),
            ...(row.issuerId && { issuer: row.issuerId }),
            reason: row.reason,
            guests,
          })}
        >
          {row[key]}
        </Link>
      ),
  })
  return [
    { key: 'issuer', header: 'Given by', cell: ({ issuer }) => issuer ?? '—' },
    { key: 'reason', header: 'Reason', cell: ({ reasonLabel }) => reasonLabel },
    figure('issued', 'Sent', 'issued'),
    figure('claimed', 'Claimed', 'claimed'),
    figure('arrived', 'Arrived', 'arrived'),
    figure('noShow', 'No-show', 'no_show'),
    {
      key: 'face',
      header: 'Face value claimed',
      numeric: true,
      cell: ({ faceCents }) => formatMoney(faceCents, currency),
    },
  ]
}

const quotaColumns = (timeZone: string): Column<Quota>[] => [
  { key: 'name', header: 'Admin', cell: ({ name }) => name },
  {
    key: 'places',
    header: 'Quota',
    numeric: true,
    cell: ({ places, halvedFrom, halvedAt }) =>
      halvedFrom === null || halvedAt === null
        ? places
        : `${places} (halved from ${halvedFrom}, ${shortDate(halvedAt, timeZone)})`,
  },
  { key: 'change', header: 'Change', cell: (quota) => <QuotaForm quota={quota} /> },
]

function QuotaForm({ quota: { id, name, places, halvedFrom, isOwn } }: { quota: Quota }) {
  if (isOwn) return 'Another admin sets yours'
  return (
    <div className={cluster[2]}>
      <Form method="post" className={cluster[2]}>
        <input type="hidden" name="intent" value="quota" />
        <input type="hidden" name="issuer" value={id} />
        <Field id={`quota-${id}`} label={`Tickets per event for ${name}`}>
          {(control) => (
            <TextInput
              {...control}
              name="places"
              inputMode="numeric"
              defaultValue={places}
              key={places}
              size={5}
            />
          )}
        </Field>
        <Button type="submit" size="sm" variant="secondary">
          Save
        </Button>
      </Form>
      {halvedFrom !== null && (
        <Form method="post">
          <input type="hidden" name="intent" value="quota" />
          <input type="hidden" name="issuer" value={id} />
          <input type="hidden" name="places" value={halvedFrom} />
          <Button type="submit" size="sm" variant="secondary">
            {`Back to ${halvedFrom}`}
          </Button>
        </Form>
      )}
    </div>
  )
}
