import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { formatClockWithZone, formatDay, formatMoment } from '#core/event-time.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CheckboxField, FormErrors, TextField } from '#ui/field.tsx'
import { stack, text } from '#ui/layout.css.ts'
import { EventArt } from '#ui/picture.tsx'
import { acceptTransferSchema } from '../transfers.schema.ts'
import type { OfferedTicket } from '../transfers.types.ts'
import * as css from './ticket-transfer.css.ts'

const over: Record<Exclude<OfferedTicket['state'], 'offered'>, string> = {
  accepted: 'This ticket was already accepted.',
  declined: 'This offer was declined.',
  cancelled: 'This offer was taken back.',
  expired: 'This offer has expired.',
}

/**
 * An offer of a ticket, for its recipient: what, from whom, until when, and the two answers.
 * @param here the address of this page, to which both forms are posted
 * @param member the recipient's name, where somebody with an account reads it
 * @param now the moment the page was read, ISO 8601
 */
export function TransferOffer(props: {
  offer: OfferedTicket
  here: string
  member: { name: string } | null
  reply: SubmissionResult | null
  now: string
}) {
  const { offer, now } = props
  const { event } = offer
  return (
    <Card as="section" className={stack[4]} data-offer={offer.state}>
      <div className={css.art}>
        <EventArt
          path={event.imagePath}
          alt={event.imageAlt ?? ''}
          seed={event.id}
          ratio="wide"
          sizes="(min-width: 768px) 30rem, 100vw"
        />
      </div>
      <div className={stack[1]}>
        <h2>{event.title}</h2>
        <p>
          {event.status === 'postponed'
            ? 'New date soon'
            : `${formatDay(event.doorsAt, event.timeZone, now)}, doors ${formatClockWithZone(event.doorsAt, event.timeZone)}`}
        </p>
        <p className={text.muted}>{[event.venueName, event.city].filter(Boolean).join(', ')}</p>
      </div>
      {offer.isTest && <p>TEST TICKET. Not valid for entry at a real event.</p>}
      {offer.state === 'offered' ? (
        <Answers {...props} />
      ) : (
        <Banner tone="warning" title={over[offer.state]} />
      )}
    </Card>
  )
}

function Answers({ offer, here, member, reply, now }: Parameters<typeof TransferOffer>[0]) {
  const { event } = offer
  const [form, fields] = useForm({
    id: 'accept-transfer',
    lastResult: reply,
    defaultValue: { name: member?.name ?? '' },
    constraint: getZodConstraint(acceptTransferSchema),
    onValidate: (sent) => parseWithZod(sent.formData, { schema: acceptTransferSchema }),
    shouldRevalidate: 'onInput',
  })
  const { formData, state } = useNavigation()
  const busyWith = state === 'idle' ? null : formData?.get('intent')
  return (
    <>
      <p>
        <strong>{offer.fromName}</strong>
        {` wants to give you a ticket: ${offer.typeName}. It's free for you. Accept until ${formatMoment(offer.expiresAt, event.timeZone, now)}.`}
      </p>
      <Form method="post" action={here} {...getFormProps(form)} className={stack[4]}>
        <input type="hidden" name="intent" value="accept" />
        <FormErrors id={form.errorId} errors={form.errors} />
        <TextField meta={fields.name} label="Your name" hint="As on your photo ID." autoComplete="name" />
        {offer.needsEmail && !member && (
          <TextField
            meta={fields.email}
            label="Your email"
            hint="We'll send the ticket there."
            type="email"
            autoComplete="email"
            required
          />
        )}
        {event.minAge > 0 && (
          <CheckboxField meta={fields.isOfAge} label={`I'll be ${event.minAge} or older at the event.`} />
        )}
        <Button type="submit" size="lg" block busy={busyWith === 'accept'}>
          Accept ticket
        </Button>
      </Form>
      <Form method="post" action={here}>
        <input type="hidden" name="intent" value="decline" />
        <Button type="submit" variant="ghost" block busy={busyWith === 'decline'}>
          Decline
        </Button>
      </Form>
      <p className={text.small}>
        If this ticket is refunded or the event is canceled, the money goes to the person who paid for it.
      </p>
    </>
  )
}
