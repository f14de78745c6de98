import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import type * as z from 'zod'
import { formatMoment } from '#core/event-time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormErrors, SelectField, TextareaField, TextField } from '#ui/field.tsx'
import { stack } from '#ui/layout.css.ts'
import { type Column, Table } from '#ui/table.tsx'
import { addBlockSchema } from '../disputes.schema.ts'
import type { BuyerBlock } from '../disputes.types.ts'

const kinds = [
  { value: 'email', label: 'Email' },
  { value: 'card', label: 'Card (fingerprint of the provider)' },
  { value: 'account', label: 'Account (its id)' },
  { value: 'network', label: 'Network (an IP address)' },
]
const kindNames = { email: 'Email', card: 'Card', account: 'Account', network: 'Network' }

/**
 * Lists who may not buy, with a form that adds to it and a button that lifts each.
 * @param start what the form begins with, from a link of a dispute
 * @param reply the server's reply to the last try to add
 */
export function BlockList(props: {
  blocks: BuyerBlock[]
  start: { kind: BuyerBlock['kind']; label: string }
  timeZone: string
  now: string
  reply: SubmissionResult | null
}) {
  const navigation = useNavigation()
  const [form, fields] = useForm<z.input<typeof addBlockSchema>>({
    id: 'block-form',
    lastResult: props.reply,
    constraint: getZodConstraint(addBlockSchema),
    defaultValue: props.start,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: addBlockSchema }),
    shouldRevalidate: 'onInput',
  })
  const columns: Column<BuyerBlock>[] = [
    { key: 'label', header: 'Blocked', cell: ({ label }) => label },
    { key: 'kind', header: 'Kind', cell: ({ kind }) => kindNames[kind] },
    { key: 'reason', header: 'Reason', cell: ({ reason }) => reason },
    {
      key: 'until',
      header: 'Until',
      cell: ({ expires_at: until }) => (until ? formatMoment(until, props.timeZone, props.now) : 'For good'),
    },
    {
      key: 'lift',
      header: 'Action',
      cell: ({ id, label }) => (
        <Form method="post">
          <input type="hidden" name="intent" value="lift" />
          <input type="hidden" name="block" value={id} />
          <Button type="submit" variant="secondary" size="sm" aria-label={`Unblock ${label}`}>
            Unblock
          </Button>
        </Form>
      ),
    },
  ]
  return (
    <div className={stack[6]}>
      <Table
        caption="Blocked buyers"
        columns={columns}
        rows={props.blocks}
        rowKey={({ id }) => id}
        empty={<EmptyState title="Nobody is blocked" text="Whoever is blocked can’t hold, order or pay." />}
      />
      <Card as="section" aria-labelledby="block-title">
        <Form method="post" {...getFormProps(form)} className={stack[4]}>
          <h2 id="block-title">Block a buyer</h2>
          <input type="hidden" name="intent" value="add" />
          <FormErrors id={form.errorId} errors={form.errors} />
          <SelectField meta={fields.kind} label="What" options={kinds} />
          <TextField
            meta={fields.label}
            label="Which"
            hint="The buyer only reads that the purchase can’t be completed."
            autoComplete="off"
          />
          <TextareaField meta={fields.reason} label="Reason" hint="For the books." rows={2} />
          <TextField
            meta={fields.days}
            label="Days"
            hint="Empty: for good."
            inputMode="numeric"
            autoComplete="off"
            optional
          />
          <div>
            <Button type="submit" variant="danger" busy={navigation.state === 'submitting'}>
              Block
            </Button>
          </div>
        </Form>
      </Card>
    </div>
  )
}
