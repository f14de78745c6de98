import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, Link, useNavigation } from '@remix-run/react'
import type * as z from 'zod'
import { formatMoment } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormErrors, TextField } from '#ui/field.tsx'
import { grid, stack } from '#ui/layout.css.ts'
import { Dash, Faint, Lines, Time } from '#ui/office/cells.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { entryNames } from '../promoters.rules.ts'
import { payCommissionSchema } from '../promoters.schema.ts'
import type { Statement, StatementRow } from '../promoters.types.ts'

/**
 * Shows the sums of a statement and its rows, which make them, the last one first. Rows name their orders for staff alone.
 * @param most how many rows are shown; the file has them all
 */
export function StatementRows({ statement, most }: { statement: Statement; most: number }) {
  const { currency, timeZone } = statement
  const rows = statement.rows.slice(-most).reverse()
  const money = (cents: number) => (cents === 0 ? <Dash /> : formatMoney(cents, currency))
  const withOrders = rows.some(({ orderCode }) => orderCode !== null)
  const columns: Column<StatementRow>[] = [
    {
      key: 'at',
      header: 'When',
      cell: ({ createdAt }) => <Time at={createdAt}>{formatMoment(createdAt, timeZone, createdAt)}</Time>,
    },
    {
      key: 'event',
      header: 'Event',
      phone: 'wide',
      cell: ({ eventTitle, ticketType }) => (
        <Lines>
          {eventTitle}
          <Faint>{ticketType}</Faint>
        </Lines>
      ),
    },
    ...(withOrders
      ? [
          {
            key: 'order',
            header: 'Order',
            cell: ({ orderCode }: StatementRow) =>
              orderCode && <Link to={paths.ticketManagementOrder(orderCode)}>{orderCode}</Link>,
          },
        ]
      : []),
    {
      key: 'kind',
      header: 'Entry',
      phone: 'end',
      cell: ({ kind, reference }) => (reference ? `${entryNames[kind]}, ${reference}` : entryNames[kind]),
    },
    {
      key: 'expected',
      header: 'Expected',
      numeric: true,
      phone: 'labeled',
      cell: (row) => money(row.expectedCents),
    },
    { key: 'due', header: 'Due', numeric: true, phone: 'labeled', cell: (row) => money(row.dueCents) },
    { key: 'paid', header: 'Paid', numeric: true, phone: 'labeled', cell: (row) => money(row.paidCents) },
  ]
  return (
    <div className={stack[4]}>
      <div className={grid.figures}>
        <StatTile
          label="Expected"
          value={formatMoney(statement.expectedCents, currency)}
          hint="Due 3 days after the event"
        />
        <StatTile label="Due" value={formatMoney(statement.dueCents, currency)} />
        <StatTile label="Paid" value={formatMoney(statement.paidCents, currency)} />
      </div>
      <Table
        caption={rows.length < statement.rows.length ? `Last ${most} entries` : 'Entries'}
        isCompact
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No commission yet" />}
      />
    </div>
  )
}

/**
 * Marks the commission that is due as paid.
 * @param reply the server's reply to the last try
 */
export function PayCommission({
  statement,
  reply,
}: {
  statement: Statement
  reply: SubmissionResult | null
}) {
  const navigation = useNavigation()
  const [form, fields] = useForm<z.input<typeof payCommissionSchema>, z.output<typeof payCommissionSchema>>({
    id: 'pay-form',
    lastResult: reply,
    constraint: getZodConstraint(payCommissionSchema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: payCommissionSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Card as="section" aria-labelledby="pay-title">
      <Form method="post" {...getFormProps(form)} className={stack[4]}>
        <h2 id="pay-title">{`Mark ${formatMoney(statement.dueCents, statement.currency)} as paid`}</h2>
        <FormErrors id={form.errorId} errors={form.errors} />
        <input type="hidden" name="total" value={statement.dueCents} />
        <TextField
          meta={fields.reference}
          label="Payment reference"
          hint="Such as the number of the transfer. The promoter reads it."
          autoComplete="off"
        />
        <div>
          <Button type="submit" busy={navigation.state === 'submitting'}>
            Mark as paid
          </Button>
        </div>
      </Form>
    </Card>
  )
}
