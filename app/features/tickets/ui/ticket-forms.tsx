import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation, useSearchParams } from '@remix-run/react'
import { createContext, type ReactNode, useContext } from 'react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { CheckboxField, FormErrors, TextField } from '#ui/field.tsx'
import * as folds from '#ui/fold.css.ts'
import { stack } from '#ui/layout.css.ts'
import { reissueTicketSchema, renameTicketSchema } from '../tickets.schema.ts'
import type { WalletTicket } from '../tickets.types.ts'
import * as css from './ticket-forms.css.ts'

type Intent = 'rename' | 'reissue' | 'report'

/** Holds the form about a ticket that was sent last and refused, with its messages; null for none. */
export const TicketReply = createContext<{ intent: string; reply: SubmissionResult } | null>(null)

/** Renders what else its holder can do with a ticket, which another area knows: the page says. */
export const TicketExtras = createContext<(ticket: WalletTicket) => ReactNode>(() => null)

/** Returns whether a form about one of these tickets came back with messages: what folds it must be open then. */
export function useIsRefused(tickets: readonly Pick<WalletTicket, 'id'>[]): boolean {
  const sent = useContext(TicketReply)?.reply.initialValue?.ticket
  return tickets.some(({ id }) => id === sent)
}

/** Renders what its holder can do with a ticket: another name, a new code, or give it away. Each is folded until somebody opens it. */
export function TicketForms({ ticket }: { ticket: WalletTicket }) {
  const extras = useContext(TicketExtras)
  return (
    <div className={css.forms}>
      {ticket.renamesLeft > 0 && <RenameForm ticket={ticket} />}
      {ticket.codesLeft !== null && <NewCodeForm ticket={ticket} />}
      {extras(ticket)}
    </div>
  )
}

/** Returns the reply to a form about a ticket; null where the last one was another. */
export function useReply(ticket: Pick<WalletTicket, 'id'>, intent: Intent): SubmissionResult | null {
  const sent = useContext(TicketReply)
  return sent?.intent === intent && sent.reply.initialValue?.ticket === ticket.id ? sent.reply : null
}

function RenameForm({ ticket: { id, typeName, holderName, renamesLeft } }: { ticket: WalletTicket }) {
  const reply = useReply({ id }, 'rename')
  const [form, fields] = useForm({
    id: `rename-${id}`,
    lastResult: reply,
    defaultValue: { ticket: id, name: holderName },
    constraint: getZodConstraint(renameTicketSchema),
    onValidate: (sent) => parseWithZod(sent.formData, { schema: renameTicketSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Fold
      name={`Change name: ${typeName}, ${holderName}`}
      label="Change name"
      id="rename"
      isOpen={reply !== null}
    >
      <TicketForm ticket={id} intent="rename" form={getFormProps(form)}>
        <FormErrors id={form.errorId} errors={form.errors} />
        <TextField
          meta={fields.name}
          label="Name on this ticket"
          hint={`As on their photo ID. You can change it ${renamesLeft === 1 ? 'once' : `${renamesLeft} times`} more, until 24 hours before doors.`}
          autoComplete="off"
        />
        <Submit ticket={id} intent="rename">
          Save name
        </Submit>
      </TicketForm>
    </Fold>
  )
}

function NewCodeForm({
  ticket: { id, typeName, holderName, generation, codesLeft },
}: {
  ticket: WalletTicket
}) {
  const reply = useReply({ id }, 'reissue')
  const [form, fields] = useForm({
    id: `reissue-${id}`,
    lastResult: reply,
    defaultValue: { ticket: id },
    constraint: getZodConstraint(reissueTicketSchema),
    onValidate: (sent) => parseWithZod(sent.formData, { schema: reissueTicketSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Fold name={`New code: ${typeName}, ${holderName}`} label="New code" id="reissue" isOpen={reply !== null}>
      {codesLeft === 0 && reply === null ? (
        <p>You made two new codes for this ticket today. You can make another one tomorrow.</p>
      ) : (
        <TicketForm ticket={id} intent="reissue" form={getFormProps(form)}>
          <input type="hidden" name="generation" value={generation} />
          <FormErrors id={form.errorId} errors={form.errors} />
          <p>Did someone get a picture of this code? A new one locks them out.</p>
          <CheckboxField
            meta={fields.confirm}
            label="I understand the old code stops working now, including my own screenshots, printouts and wallet passes."
          />
          <Submit ticket={id} intent="reissue">
            Make a new code
          </Submit>
        </TicketForm>
      )}
    </Fold>
  )
}

function Fold(props: { name: string; label: string; id: Intent; isOpen: boolean; children: ReactNode }) {
  return (
    <details className={folds.fold} open={props.isOpen || undefined} data-testid={props.id}>
      <summary className={folds.summary} aria-label={props.name}>
        {props.label}
      </summary>
      {props.children}
    </details>
  )
}

/** Renders a form about a ticket; posts to the page, with or without JavaScript. */
export function TicketForm(props: {
  ticket: string
  intent: Intent
  form: ReturnType<typeof getFormProps>
  children: ReactNode
}) {
  // A visitor by a link stays on the page of the link.
  const order = useSearchParams()[0].get('order')
  return (
    <Form
      method="post"
      action={paths.myTickets({ order })}
      {...props.form}
      className={stack[3]}
      preventScrollReset
    >
      <input type="hidden" name="intent" value={props.intent} />
      <input type="hidden" name="ticket" value={props.ticket} />
      {props.children}
    </Form>
  )
}

/** Renders the button that sends a form about a ticket. */
export function Submit({
  ticket,
  intent,
  label,
  children,
}: {
  ticket: string
  intent: Intent
  /** Says more than the button's own words do, where several look the same. */
  label?: string
  children: ReactNode
}) {
  const { formData } = useNavigation()
  const isBusy = formData?.get('ticket') === ticket && formData.get('intent') === intent
  return (
    <Button type="submit" variant="secondary" busy={isBusy} aria-label={label}>
      {children}
    </Button>
  )
}
