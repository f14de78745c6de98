import { Form } from '@remix-run/react'
import { formatMoment } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { guestState } from '../guest-lists.rules.ts'
import type { GuestPairs } from '../guest-lists.types.ts'
import * as css from './list-cards.css.ts'

type Paired = GuestPairs['pairs'][number]['first']

/**
 * Shows names of an event that are alike, with both lists. Staff decide: the same person, of whom one entry stays, or different people.
 * @param problem why the last decision was refused
 */
export function GuestPairList({ data, problem }: { data: GuestPairs; problem: string | null }) {
  const { event, pairs, now } = data
  if (!event || pairs.length === 0)
    return (
      <EmptyState title="No duplicates" text="No two names on the guest lists of this event are alike." />
    )
  const action = paths.guestPairs({ event: event.id })
  return (
    <div className={stack[4]}>
      {problem && <Banner tone="danger" title={problem} announce />}
      {pairs.map(({ first, second }) => (
        <Card
          key={`${first.id} ${second.id}`}
          as="section"
          aria-label={`${first.name} and ${second.name}`}
          data-testid="pair"
        >
          <Form method="post" action={action} className={stack[4]}>
            <input type="hidden" name="first" value={first.id} />
            <input type="hidden" name="second" value={second.id} />
            <div className={css.pair}>
              {[first, second].map((guest) => (
                <Entry key={guest.id} guest={guest} zone={event.timeZone} now={now} />
              ))}
            </div>
            <div className={cluster[3]}>
              {[first, second].map((guest) => (
                <Button
                  key={guest.id}
                  type="submit"
                  name="keep"
                  value={guest.id}
                  variant="secondary"
                  className={css.choice}
                >
                  Same person, keep on {guest.list}
                </Button>
              ))}
              <Button type="submit" variant="ghost">
                Different people
              </Button>
            </div>
          </Form>
        </Card>
      ))}
    </div>
  )
}

function Entry({ guest, zone, now }: { guest: Paired; zone: string; now: string }) {
  return (
    <div className={stack[1]}>
      <p className={css.name}>
        {guest.name} {guest.plusOnes > 0 && `+${guest.plusOnes}`}
      </p>
      <p>{guest.list}</p>
      <p className={css.faint}>
        {guestState(guest).text}, added {formatMoment(guest.addedAt, zone, now)}
      </p>
      {guest.note && <p className={css.faint}>{guest.note}</p>}
    </div>
  )
}
