import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import type * as z from 'zod'
import { formatMoment } from '#core/event-time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormErrors, SelectField, TextareaField } from '#ui/field.tsx'
import { stack } from '#ui/layout.css.ts'
import { Faint, Lines, Time } from '#ui/office/cells.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { sourceNames } from '../promoters.rules.ts'
import { attributionSchema } from '../promoters.schema.ts'
import type { Attribution, OrderAttribution } from '../promoters.types.ts'

/**
 * Shows to which promoter an order belongs and belonged, and gives it to another one.
 * @param reply the server's reply to the last try
 */
export function OrderPromoter({ order, reply }: { order: OrderAttribution; reply: SubmissionResult | null }) {
  const navigation = useNavigation()
  const [form, fields] = useForm<z.input<typeof attributionSchema>, z.output<typeof attributionSchema>>({
    id: 'attribution-form',
    lastResult: reply,
    constraint: getZodConstraint(attributionSchema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: attributionSchema }),
    shouldRevalidate: 'onInput',
  })
  const columns: Column<Attribution>[] = [
    {
      key: 'name',
      header: 'Promoter',
      cell: ({ name, supersededAt }) => (
        <Lines>
          {name ?? 'Nobody'}
          {supersededAt && <Faint>Before</Faint>}
        </Lines>
      ),
    },
    { key: 'source', header: 'From', cell: ({ source }) => sourceNames[source] },
    {
      key: 'reason',
      header: 'Reason',
      phone: 'wide',
      cell: ({ reason, by }) => (by ? `${reason} (${by})` : reason),
    },
    {
      key: 'at',
      header: 'When',
      cell: ({ attributedAt: at }) => <Time at={at}>{formatMoment(at, order.timeZone, at)}</Time>,
    },
  ]
  const options = [
    ...order.promoters.map(({ id, name }) => ({ value: id, label: name })),
    { value: 'none', label: 'Nobody' },
  ]
  return (
    <div className={stack[5]}>
      <Table
        caption="Promoter of this order"
        columns={columns}
        rows={order.attributions}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No promoter" text="This order came from no promoter’s link or code." />}
      />
      <Card as="section" aria-labelledby="attribution-title">
        <Form method="post" {...getFormProps(form)} className={stack[4]}>
          <h2 id="attribution-title">Change the promoter</h2>
          <FormErrors id={form.errorId} errors={form.errors} />
          <SelectField meta={fields.eventPromoter} label="Promoter" options={options} />
          <TextareaField
            meta={fields.reason}
            label="Reason"
            hint="Kept with the order. The earlier promoter stays on record, and commission moves along."
            rows={2}
          />
          <div>
            <Button type="submit" busy={navigation.state === 'submitting'}>
              Change
            </Button>
          </div>
        </Form>
      </Card>
    </div>
  )
}
