import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, Link, useNavigation } from '@remix-run/react'
import type * as z from 'zod'
import { formatMoment } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormErrors, SelectField, TextareaField, TextField } from '#ui/field.tsx'
import { stack, text } from '#ui/layout.css.ts'
import { type Column, Table } from '#ui/table.tsx'
import { addBlockSchema } from '../disputes.schema.ts'
import type { BuyerBlock, BuyerBlocks } from '../disputes.types.ts'
import { blockKinds } from './block-buyer.tsx'

const kinds = [
  { value: 'email', label: blockKinds.email },
  { value: 'network', label: blockKinds.network },
]

/**
 * Lists who may not buy, where each block comes from, with a form that adds an address by hand and a button that lifts each.
 * @param start what the form begins with
 * @param withForm false where a buyer is being blocked above the list
 * @param reply the server's reply to the last try to add
 */
export function BlockList({
  blocks: { blocks, timeZone, now },
  start,
  withForm,
  reply,
}: {
  blocks: BuyerBlocks
  start: { kind: 'email' | 'network'; label: string }
  withForm: boolean
  reply: SubmissionResult | null
}) {
  const navigation = useNavigation()
  const [form, fields] = useForm<z.input<typeof addBlockSchema>, z.output<typeof addBlockSchema>>({
    id: 'block-form',
    lastResult: reply,
    constraint: getZodConstraint(addBlockSchema),
    defaultValue: start,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: addBlockSchema }),
    shouldRevalidate: 'onInput',
  })
  const columns: Column<BuyerBlock>[] = [
    {
      key: 'label',
      header: 'Blocked',
      cell: ({ label, personId }) =>
        personId ? <Link to={paths.userManagementPerson(personId)}>{label}</Link> : label,
    },
    { key: 'kind', header: 'Kind', cell: ({ kind }) => blockKinds[kind] },
    { key: 'reason', header: 'Reason', cell: ({ reason }) => reason },
    {
      key: 'from',
      header: 'Added',
      cell: ({ orderCode, by, createdAt }) => (
        <>
          {formatMoment(createdAt, timeZone, now)}
          {by && `, ${by}`}
          {orderCode && (
            <>
              , from <Link to={paths.ticketManagementOrder(orderCode)}>order {orderCode}</Link>
            </>
          )}
        </>
      ),
    },
    {
      key: 'until',
      header: 'Until',
      cell: ({ expiresAt }) => (expiresAt ? formatMoment(expiresAt, timeZone, now) : 'For good'),
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
        rows={blocks}
        rowKey={({ id }) => id}
        empty={<EmptyState title="Nobody is blocked" text="Blocked buyers can’t hold, order or pay." />}
      />
      {withForm && (
        <Card as="section" aria-labelledby="block-title">
          <Form method="post" {...getFormProps(form)} className={stack[4]}>
            <h2 id="block-title">Block an address</h2>
            <p className={text.small}>
              To block a buyer with card and account, use “Block buyer…” on one of their orders, or “Block
              from buying…” on their page under People.
            </p>
            <input type="hidden" name="intent" value="add" />
            <FormErrors id={form.errorId} errors={form.errors} />
            <SelectField meta={fields.kind} label="Kind" options={kinds} />
            <TextField
              meta={fields.label}
              label="Email or IP address"
              hint="The buyer only sees that the purchase can’t be completed."
              autoComplete="off"
            />
            <TextareaField meta={fields.reason} label="Reason" hint="Only staff see it." rows={2} />
            <TextField
              meta={fields.days}
              label="Days"
              hint="Leave empty to block for good."
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
      )}
    </div>
  )
}
