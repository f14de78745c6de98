import { Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import { subscriptionText } from '../subscription-text.ts'
import * as css from './subscribe-form.css.ts'

/**
 * Asks for an address and for consent to write to it. A plain form: the page that it leads to says what happened.
 * @param email what was typed before, when the form is shown again
 * @param faults why it was not accepted, by field
 */
export function SubscribeForm({
  email,
  faults = {},
}: {
  email?: string
  faults?: { email?: string; consent?: string; form?: string }
}) {
  return (
    <form method="post" action={paths.mailingList()} className={css.form}>
      <input type="hidden" name="intent" value="subscribe" />
      <p className={visuallyHidden} aria-hidden="true">
        <label>
          Leave this empty <input type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </p>
      {faults.form && (
        <p className={css.fault} role="alert">
          {faults.form}
        </p>
      )}
      <div className={css.row}>
        <label className={css.field}>
          <span className={css.label}>Your email</span>
          <input
            className={css.input}
            type="email"
            name="email"
            required
            maxLength={254}
            autoComplete="email"
            defaultValue={email}
            aria-invalid={faults.email ? true : undefined}
            aria-describedby={faults.email ? 'subscribe-email-fault' : undefined}
          />
        </label>
        <Button type="submit" size="lg">
          Join the list
        </Button>
      </div>
      {faults.email && (
        <p className={css.fault} id="subscribe-email-fault">
          {faults.email}
        </p>
      )}
      <label className={css.consent}>
        <input
          className={css.box}
          type="checkbox"
          name="consent"
          required
          aria-describedby={faults.consent ? 'subscribe-consent-fault' : undefined}
        />
        <span>{subscriptionText}</span>
      </label>
      {faults.consent && (
        <p className={css.fault} id="subscribe-consent-fault">
          {faults.consent}
        </p>
      )}
      <p className={css.small}>
        We'll ask you to confirm by email. <Link to={paths.privacy()}>Privacy policy</Link>
      </p>
    </form>
  )
}

/** The form with what it is for, as the end of a page. */
export function SubscribeBand() {
  return (
    <section className={css.band} aria-labelledby="first-word">
      <div className={css.inner}>
        <div>
          <h2 id="first-word" className={css.title}>
            Get the first word
          </h2>
          <p className={css.lead}>New dates, new merch, and when tickets go on sale.</p>
        </div>
        <SubscribeForm />
      </div>
    </section>
  )
}
