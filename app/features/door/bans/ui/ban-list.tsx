import { Form } from '@remix-run/react'
import { formatDay } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field, FormErrors, TextInput } from '#ui/field.tsx'
import { split, stack, text } from '#ui/layout.css.ts'
import type { BanList } from '../bans.types.ts'
import * as css from './ban-list.css.ts'

type BansProps = {
  event: { id: string; timeZone: string }
  list: BanList
  /** The ticket whose holder is put on the list; null for a name alone. */
  holder: { ticket: string; name: string } | null
  problem: string | null
  fields: Record<string, string[] | null>
}

/** The ban list of the doors: who is on it, and the form that adds somebody. A match is shown at a scan and refuses nobody. */
export function Bans({ event, list, holder, problem, fields }: BansProps) {
  return (
    <div className={stack[5]}>
      <p className={css.intro}>
        For all events. When a ticket matches, you see the reason and other staff are told to get you. Nobody
        is turned away by the list alone: check the ID.
      </p>
      {problem && <Banner tone="danger" title={problem} announce />}
      <div className={split}>
        <BanRows event={event} list={list} />
        <AddBan event={event.id} holder={holder} fields={fields} />
      </div>
    </div>
  )
}

function BanRows({ event, list }: Pick<BansProps, 'event' | 'list'>) {
  if (list.bans.length === 0)
    return <EmptyState title="Nobody is on the ban list" text="People you add show up here." />
  return (
    <ul className={`${css.list} ${stack[3]}`}>
      {list.bans.map((ban) => (
        <Card key={ban.id} as="li" padding="sm">
          <Form
            method="post"
            action={paths.doorBans({ event: event.id })}
            className={css.row}
            data-ban={ban.id}
          >
            <input type="hidden" name="intent" value="lift" />
            <input type="hidden" name="event" value={event.id} />
            <input type="hidden" name="ban" value={ban.id} />
            <div>
              <h2 className={css.name}>{ban.name}</h2>
              <p>{ban.reason}</p>
              {ban.looks && <p className={text.muted}>{ban.looks}</p>}
              <p className={text.small}>
                {[
                  `Added ${formatDay(ban.createdAt, event.timeZone, list.now)}`,
                  ban.createdBy && `by ${ban.createdBy}`,
                  ban.hasAccount && 'with their account',
                ]
                  .filter(Boolean)
                  .join(' ')}
              </p>
              {ban.tickets > 0 && (
                <Badge tone="warning">
                  {ban.tickets === 1 ? '1 ticket for this event' : `${ban.tickets} tickets for this event`}
                </Badge>
              )}
            </div>
            <Button type="submit" variant="secondary" aria-label={`Remove ${ban.name}`}>
              Remove
            </Button>
          </Form>
        </Card>
      ))}
    </ul>
  )
}

/** The form that adds somebody; from a ticket that was looked at it has the holder's name. */
function AddBan({
  event,
  holder,
  fields,
}: {
  event: string
  holder: BansProps['holder']
  fields: BansProps['fields']
}) {
  const errors = Object.values(fields).flatMap((each) => each ?? [])
  return (
    <Card as="section" aria-labelledby="add-ban" {...(holder && { className: css.firstOnPhone })}>
      <Form method="post" className={stack[4]}>
        <h2 id="add-ban">Add someone</h2>
        <input type="hidden" name="intent" value="add" />
        <input type="hidden" name="event" value={event} />
        <input type="hidden" name="ticket" value={holder?.ticket ?? ''} />
        {errors.length > 0 && <FormErrors id="ban-errors" errors={errors} />}
        <Field id="ban-name" label="Full name">
          {(control) => (
            <TextInput
              {...control}
              name="name"
              required
              minLength={3}
              maxLength={100}
              autoComplete="off"
              defaultValue={holder?.name}
            />
          )}
        </Field>
        <Field id="ban-looks" label="How to recognize them" optional>
          {(control) => <TextInput {...control} name="looks" maxLength={200} autoComplete="off" />}
        </Field>
        <Field id="ban-reason" label="Reason">
          {(control) => (
            <TextInput {...control} name="reason" required minLength={3} maxLength={200} autoComplete="off" />
          )}
        </Field>
        <Button type="submit" size="lg">
          Add to the ban list
        </Button>
      </Form>
    </Card>
  )
}
