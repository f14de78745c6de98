import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { formatLongMoment } from '#core/long-moment.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refused } from '#core/result.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CheckboxField, Field, TextField, TextInput } from '#ui/field.tsx'
import { IntentForm, useBusy, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { RecordSummary } from '#ui/office/record-summary.tsx'
import { claimCompSchema, compGuestSchema } from '../free-tickets.schema.ts'
import type { CompClaim } from '../free-tickets.types.ts'
import { problemBadges } from './problem-badges.ts'

/** The link of a plus-one that was just made, to copy. */
export type GuestLink = { number: number; url: string }

/**
 * Shows what a claim link gives: the ticket to claim or decline, or why there is none, and to an invitee their plus-ones.
 * @param here the address of the page, with its token
 * @param replyTo returns the server's reply to a form; `guest` is the number of the plus-one it names
 */
export function ClaimPage({
  claim,
  here,
  guestLink,
  replyTo,
}: {
  claim: CompClaim
  here: string
  guestLink: GuestLink | null
  replyTo: (intent: string, guest?: number) => SubmissionResult | null
}) {
  const { event, problem } = claim
  const moment = (at: string) => formatLongMoment(at, event.timeZone)
  const isMine = problem === null || problem === 'comp_claimed'
  return (
    <div className={stack[5]}>
      {problem && problem !== 'comp_claimed' && (
        <Banner tone="warning" title={refusalSentence(refused(problem).refusal)} announce />
      )}
      {problem === 'comp_claimed' && (
        <Banner tone="success" title="Your ticket is claimed" announce>
          <p>{`We emailed it to ${claim.email}.`}</p>
        </Banner>
      )}
      <Card as="section" className={stack[3]}>
        <RecordSummary
          level={2}
          name={event.title}
          badges={null}
          note={claim.number > 1 ? `${claim.invitee} brings you.` : ''}
          facts={[
            { name: 'Doors', text: moment(event.doorsAt) },
            ...(event.city ? [{ name: 'City', text: event.city }] : []),
            ...(event.minAge ? [{ name: 'Entry', text: `${event.minAge}+` }] : []),
            { name: 'Ticket', text: claim.typeName },
            { name: 'Price', text: 'Free' },
            ...(problem === null ? [{ name: 'Claim by', text: moment(claim.deadlineAt) }] : []),
          ]}
        />
        {!isMine && (
          <div>
            <LinkButton to={paths.events()} variant="secondary">
              See all events
            </LinkButton>
          </div>
        )}
      </Card>
      {problem === null && <ClaimForm claim={claim} here={here} reply={replyTo('claim')} />}
      {isMine && claim.guests.length > 0 && (
        <section className={stack[4]} aria-labelledby="guests-title">
          <h2 id="guests-title">Your plus-ones</h2>
          <p>Each gets a link of their own. Enter an email to send it, or leave it empty to copy it.</p>
          {claim.guests.map((guest) => (
            <Guest
              key={`${guest.number} ${guest.name} ${guest.email}`}
              guest={guest}
              here={here}
              url={guestLink?.number === guest.number ? guestLink.url : null}
              reply={replyTo('guest', guest.number)}
            />
          ))}
        </section>
      )}
    </div>
  )
}

function ClaimForm({
  claim,
  here,
  reply,
}: {
  claim: CompClaim
  here: string
  reply: SubmissionResult | null
}) {
  const declining = useBusy('decline')
  const { form, fields, busy } = useIntentForm(claimCompSchema, {
    intent: 'claim',
    reply,
    defaultValue: { name: claim.name ?? '', email: claim.email ?? '' },
  })
  return (
    <Card as="section" aria-labelledby="claim-title" className={stack[4]}>
      <h2 id="claim-title">Claim your ticket</h2>
      <IntentForm form={form} intent="claim" action={here}>
        <TextField
          meta={fields.name}
          label="Your name"
          hint={claim.isTransferable ? undefined : 'The ticket is personal and can’t be passed on.'}
          autoComplete="name"
        />
        <TextField
          meta={fields.email}
          label="Email"
          hint="Your ticket goes here."
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        <CheckboxField
          meta={fields.terms}
          label={
            <>
              I accept the <a href={paths.terms()}>terms</a>
            </>
          }
        />
        <Button type="submit" size="lg" block busy={busy}>
          Claim ticket
        </Button>
      </IntentForm>
      <Form method="post" action={here}>
        <input type="hidden" name="intent" value="decline" />
        <Button type="submit" variant="ghost" block busy={declining}>
          {claim.number === 1 && claim.quantity > 1 ? 'Decline for me and my plus-ones' : 'I can’t come'}
        </Button>
      </Form>
    </Card>
  )
}

type GuestOfClaim = CompClaim['guests'][number]

function Guest({
  guest,
  here,
  url,
  reply,
}: {
  guest: GuestOfClaim
  here: string
  url: string | null
  reply: SubmissionResult | null
}) {
  const intent = `guest-${guest.number}`
  const { form, fields } = useIntentForm(compGuestSchema, {
    intent,
    reply,
    defaultValue: { number: String(guest.number), name: guest.name ?? '', email: guest.email ?? '' },
  })
  const title = guest.name ?? `Plus-one ${guest.number - 1}`
  return (
    <Card as="section" aria-labelledby={`${intent}-title`} className={stack[3]}>
      <h3 id={`${intent}-title`} className={cluster[2]}>
        {title}
        <Badge tone={guest.problem ? problemBadges[guest.problem].tone : 'info'}>
          {guest.problem ? problemBadges[guest.problem].text : 'Not claimed yet'}
        </Badge>
      </h3>
      {url && (
        <Field id={`${intent}-link`} label={`Link for ${title}`} hint="Copy it now: it is shown once.">
          {(control) => <TextInput {...control} value={url} readOnly />}
        </Field>
      )}
      {guest.problem === null && (
        <IntentForm form={form} intent="guest" action={here}>
          <input type="hidden" name="number" value={guest.number} />
          <TextField meta={fields.name} label="Name" autoComplete="off" />
          <TextField
            meta={fields.email}
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="off"
            optional
          />
          <div>
            <Button type="submit" variant="secondary">
              {guest.name ? 'Send or copy again' : 'Send or copy link'}
            </Button>
          </div>
          {guest.email && <p className={text.small}>{`Sent to ${guest.email}.`}</p>}
        </IntentForm>
      )}
    </Card>
  )
}
