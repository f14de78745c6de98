import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import type * as z from 'zod'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors, SelectField, TextareaField, TextField } from '#ui/field.tsx'
import { stack, text } from '#ui/layout.css.ts'
import { addBlockSchema } from '../disputes.schema.ts'
import { blockKinds } from './block-buyer.tsx'

const kinds = [
  { value: 'email', label: blockKinds.email },
  { value: 'network', label: blockKinds.network },
]

/**
 * Blocks an address by hand.
 * @param start what the form begins with
 * @param reply the server's reply to the last try
 */
export function BlockAddressForm({
  start,
  reply,
}: {
  start: { kind: 'email' | 'network'; label: string }
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
  return (
    <Card as="section" aria-labelledby="block-title">
      <Form method="post" {...getFormProps(form)} className={stack[4]}>
        <h2 id="block-title">Block an address</h2>
        <p className={text.small}>
          To block a buyer with card and account, use “Block buyer…” on one of their orders, or “Block from
          buying…” on their page under People.
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
  )
}
