import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import type * as z from 'zod'
import * as paths from '#core/paths.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors, TextField } from '#ui/field.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { liftSuppressionSchema } from '../suppressions.schema.ts'
import type { Suppression } from '../suppressions.types.ts'
import { suppressionReasons } from './suppression-list.tsx'

/**
 * Asks why mail may go to an address again. Works without JavaScript.
 * @param reply the server's reply to the last try
 */
export function LiftSuppression({
  suppression: { id, address, scope, reason },
  reply,
}: {
  suppression: Suppression
  reply: SubmissionResult | null
}) {
  const busy = useNavigation().state === 'submitting'
  const [form, fields] = useForm<
    z.input<typeof liftSuppressionSchema>,
    z.output<typeof liftSuppressionSchema>
  >({
    id: 'lift-suppression',
    lastResult: reply,
    constraint: getZodConstraint(liftSuppressionSchema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: liftSuppressionSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Card as="section" aria-labelledby="lift-title">
      <Form method="post" {...getFormProps(form)} className={stack[4]}>
        <h2 id="lift-title">Send to {address} again?</h2>
        <p className={text.small}>
          {suppressionReasons[reason]}.{' '}
          {scope === 'all'
            ? 'If it bounces again, it is suppressed again.'
            : 'Only lift this when the person asked you to. A second complaint harms delivery to everybody.'}
        </p>
        <input type="hidden" name="id" value={id} />
        <FormErrors id={form.errorId} errors={form.errors} />
        <TextField meta={fields.reason} label="Reason" hint="In the audit log." autoComplete="off" />
        <div className={cluster[3]}>
          <Button type="submit" busy={busy}>
            Lift suppression
          </Button>
          <LinkButton to={paths.suppressions()} variant="secondary">
            Cancel
          </LinkButton>
        </div>
      </Form>
    </Card>
  )
}
