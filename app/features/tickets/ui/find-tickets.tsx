import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, Link, useNavigation } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors, TextField } from '#ui/field.tsx'
import * as layout from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { ticketLinksSchema } from '../tickets.schema.ts'

type LookupProps = { reply: SubmissionResult | null; sent: boolean }

/**
 * For people whose session holds no tickets: theirs come by mail.
 * @param linkEnded whether they came by a link that no longer opens anything
 */
export function FindTickets({ linkEnded, ...lookup }: LookupProps & { linkEnded: boolean }) {
  return (
    <div className={layout.narrow}>
      <div className={layout.stack[5]}>
        <PageHeader
          title="My tickets"
          text={
            <>
              <Link to={paths.home({ auth: 'login', redirect: paths.myTickets() })}>Log in</Link> to see your
              tickets.
            </>
          }
        />
        {linkEnded && (
          <Banner tone="warning" title="This link no longer works.">
            <p>
              Links expire a day after the event, and a new link replaces the old one. Get a new one below.
            </p>
          </Banner>
        )}
        <TicketLookup {...lookup} />
      </div>
    </div>
  )
}

/** Mails links to what an address has bought. The response is the same whether or not there is anything. */
export function TicketLookup({ reply, sent }: LookupProps) {
  const busy = useNavigation().state === 'submitting'
  const [form, fields] = useForm({
    id: 'ticket-links',
    lastResult: reply,
    constraint: getZodConstraint(ticketLinksSchema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: ticketLinksSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Card as="section" className={layout.stack[4]}>
      <h2>Bought without an account?</h2>
      {sent ? (
        <Banner tone="success" title="If we found orders, we sent a link." announce>
          <p>Check your email. The link works for 24 hours.</p>
        </Banner>
      ) : (
        <Form method="post" action={paths.myTickets()} {...getFormProps(form)} className={layout.stack[4]}>
          <input type="hidden" name="intent" value="send" />
          <FormErrors id={form.errorId} errors={form.errors} />
          <TextField
            meta={fields.email}
            label="Email"
            hint="The one you used at checkout."
            type="email"
            inputMode="email"
            autoComplete="email"
          />
          <Button type="submit" size="lg" block busy={busy}>
            Email me my tickets
          </Button>
        </Form>
      )}
    </Card>
  )
}
