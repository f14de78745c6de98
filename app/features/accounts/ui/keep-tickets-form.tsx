import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, Link, useNavigation } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors, PasswordField } from '#ui/field.tsx'
import * as layout from '#ui/layout.css.ts'
import { keepTicketsSchema } from '../accounts.schema.ts'
import { signInPage } from '../sign-in-page.ts'
import * as css from './keep-tickets-form.css.ts'

/**
 * Makes an account for a guest who has just bought, from a password: everything else is known from the order. Posts
 * to the page it stands on.
 * @param reply the server's reply to this form, or null
 * @param email the account's address to be
 * @param count how many tickets there are to keep; 0 where the order has goods alone
 */
export function KeepTicketsForm({
  reply,
  email,
  count,
}: {
  reply: SubmissionResult | null
  email: string
  count: number
}) {
  const busy = useNavigation().formData?.get('intent') === 'keep'
  const [form, fields] = useForm({
    id: 'keep-tickets',
    lastResult: reply,
    constraint: getZodConstraint(keepTicketsSchema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: keepTicketsSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Card as="section" className={layout.stack[4]} aria-labelledby="keep-title">
      <div className={layout.stack[1]}>
        <h2 id="keep-title" className={css.title}>
          {count === 0
            ? 'Create a password to track your order'
            : `Create a password to keep ${count === 1 ? 'this ticket' : 'these tickets'}`}
        </h2>
        <p className={css.text}>
          {count > 1 ? "They'll" : "It'll"} be under My Tickets on any phone where you log in. Your account
          will use {email}.
        </p>
      </div>
      <Form method="post" {...getFormProps(form)} className={layout.stack[4]}>
        <input type="hidden" name="intent" value="keep" />
        <FormErrors id={form.errorId} errors={form.errors} />
        <PasswordField
          meta={fields.password}
          label="Password"
          hint="At least 8 characters with one uppercase letter and one number."
          autoComplete="new-password"
        />
        <Button type="submit" block busy={busy}>
          Create account
        </Button>
      </Form>
      <p>
        Have an account? <Link to={signInPage('login', paths.myTickets())}>Log in</Link>
      </p>
    </Card>
  )
}
