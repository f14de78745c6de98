import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation, useSearchParams } from '@remix-run/react'
import { createContext, useContext } from 'react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { FormErrors, TextField } from '#ui/field.tsx'
import { stack } from '#ui/layout.css.ts'
import { renameTicketSchema } from '../tickets.schema.ts'
import type { WalletTicket } from '../tickets.types.ts'
import * as css from './rename-form.css.ts'

/** Holds what became of the form that was sent last: its messages for that ticket; null for none. */
export const RenameReply = createContext<SubmissionResult | null>(null)

/** Returns whether a form about one of these tickets came back with messages: what folds it must be open then. */
export function useIsRenamed(tickets: readonly Pick<WalletTicket, 'id'>[]): boolean {
  const sent = useContext(RenameReply)?.initialValue?.ticket
  return tickets.some(({ id }) => id === sent)
}

/** Changes the name on a ticket, folded until somebody opens it. Renders nothing once the name may not be changed any more. */
export function RenameForm({
  ticket,
}: {
  ticket: Pick<WalletTicket, 'id' | 'typeName' | 'holderName' | 'renamesLeft'>
}) {
  const { id, typeName, holderName, renamesLeft } = ticket
  const reply = useContext(RenameReply)
  // A visitor by a link stays on the page of the link.
  const order = useSearchParams()[0].get('order')
  const { formData } = useNavigation()
  const isSent = reply?.initialValue?.ticket === id
  const [form, fields] = useForm({
    id: `rename-${id}`,
    lastResult: isSent ? reply : null,
    defaultValue: { ticket: id, name: holderName },
    constraint: getZodConstraint(renameTicketSchema),
    onValidate: (sent) => parseWithZod(sent.formData, { schema: renameTicketSchema }),
    shouldRevalidate: 'onInput',
  })
  if (renamesLeft === 0) return null
  return (
    <details className={css.fold} open={isSent || undefined} data-testid="rename">
      <summary className={css.summary} aria-label={`Change name: ${typeName}, ${holderName}`}>
        Change name
      </summary>
      <Form
        method="post"
        action={paths.myTickets({ order })}
        {...getFormProps(form)}
        className={stack[3]}
        preventScrollReset
      >
        <input type="hidden" name="intent" value="rename" />
        <input type="hidden" name="ticket" value={id} />
        <FormErrors id={form.errorId} errors={form.errors} />
        <TextField
          meta={fields.name}
          label="Name on this ticket"
          hint={`As on their photo ID. You can change it ${renamesLeft === 1 ? 'once' : `${renamesLeft} times`} more, until 24 hours before doors.`}
          autoComplete="off"
        />
        <Button type="submit" variant="secondary" busy={formData?.get('ticket') === id}>
          Save name
        </Button>
      </Form>
    </details>
  )
}
