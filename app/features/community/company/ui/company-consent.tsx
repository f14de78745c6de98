import { Form } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { spread, stack, text } from '#ui/layout.css.ts'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import type { MyCompany } from '../company.types.ts'

/** Lets the holder of tickets be seen as going, each event by itself. Plain forms, so that it works before JavaScript arrives. */
export function CompanyConsent({ events }: { events: MyCompany }) {
  if (events.length === 0) return null
  return (
    <section className={stack[3]} id="company" data-testid="company-consent">
      <h2>Who's going</h2>
      <p className={text.muted}>
        People you follow who follow you back can see that you're going, if they have a ticket too. Others
        never see your name.
      </p>
      <ul className={stack[2]}>
        {events.map(({ id, title, isShown }) => (
          <li key={id}>
            <Form method="post" action={paths.apiEventCompany(id)} className={spread} preventScrollReset>
              <span>
                <strong>{title}</strong> <br />
                <span className={text.small}>
                  {isShown ? 'You can be seen as going.' : "Nobody sees that you're going."}
                </span>
              </span>
              <Button type="submit" name="shown" value={isShown ? 'no' : 'yes'} variant="secondary" size="sm">
                {isShown ? 'Hide me' : 'Show me'} <span className={visuallyHidden}>at {title}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}
