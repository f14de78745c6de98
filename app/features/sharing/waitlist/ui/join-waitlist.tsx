import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import type * as z from 'zod'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CheckboxField, FormErrors, SelectField, TextField } from '#ui/field.tsx'
import { stack, text } from '#ui/layout.css.ts'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import { joinWaitlistSchema, quantities } from '../waitlist.schema.ts'

/**
 * Joins the waitlist of an event: for how many, which types, and whether fewer will do.
 * @param types the sold-out types that the reader could buy
 * @param email the address of the reader's account; null for anybody else, who types one
 * @param reply the server's reply to the last try
 */
export function JoinWaitlist({
  types,
  email,
  reply,
}: {
  types: readonly { id: string; name: string }[]
  email: string | null
  reply: SubmissionResult | null
}) {
  const busy = useNavigation().state === 'submitting'
  const [form, fields] = useForm<z.input<typeof joinWaitlistSchema>, z.output<typeof joinWaitlistSchema>>({
    id: 'join-waitlist',
    lastResult: reply,
    constraint: getZodConstraint(joinWaitlistSchema),
    defaultValue: { quantity: '1', type: types.length === 1 ? types[0]?.id : 'any', partial: 'on' },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: joinWaitlistSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Card>
      <Form method="post" {...getFormProps(form)} className={stack[4]}>
        <FormErrors id={form.errorId} errors={form.errors} />
        {email === null && (
          <>
            <p className={visuallyHidden} aria-hidden="true">
              <label>
                Leave this empty <input type="text" name="website" tabIndex={-1} autoComplete="off" />
              </label>
            </p>
            <TextField
              meta={fields.email}
              label="Email"
              hint="We'll send your offer here."
              type="email"
              autoComplete="email"
              required
            />
          </>
        )}
        <SelectField
          meta={fields.quantity}
          label="How many tickets"
          options={quantities.map((value) => ({ value, label: value }))}
        />
        <SelectField
          meta={fields.type}
          label="Ticket type"
          options={[
            ...(types.length > 1 ? [{ value: 'any', label: 'Any type' }] : []),
            ...types.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <CheckboxField meta={fields.partial} label="Fewer tickets are fine if that's all there is" />
        <Button type="submit" size="lg" block busy={busy}>
          Join the waitlist
        </Button>
        {email !== null && <p className={text.small}>{`Your offer goes to ${email}.`}</p>}
      </Form>
    </Card>
  )
}
