import { Form } from '@remix-run/react'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field, Select } from '#ui/field.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import type { Guests, StaffGuest } from '../guest-lists.types.ts'

/**
 * Asks what to do with selected names: move them to another list, or remove them. Names of whom somebody came stay where they are.
 * @param back the address of the list that they were selected in
 * @param problem why the last try was refused
 */
export function GuestNames({
  guests,
  lists,
  back,
  problem,
}: {
  guests: StaffGuest[]
  lists: Guests['lists']
  back: string
  problem: string | null
}) {
  const backLink = (
    <LinkButton to={back} variant="secondary">
      Back to guest lists
    </LinkButton>
  )
  if (guests.length === 0)
    return <EmptyState title="No names selected" text="Select names in the list first." action={backLink} />
  const stay = guests.filter(({ arrived, removedAt }) => arrived > 0 || removedAt)
  const change = guests.filter((guest) => !stay.includes(guest))
  const open = lists.filter(({ isClosed }) => !isClosed)
  const ids = change.map(({ id }) => <input key={id} type="hidden" name="id" value={id} />)
  return (
    <div className={stack[5]}>
      {problem && <Banner tone="danger" title={problem} announce />}
      <ul data-testid="selected">
        {change.map(({ id, name, plusOnes, list }) => (
          <li key={id}>
            {name} {plusOnes > 0 && `+${plusOnes}`}, {list}
          </li>
        ))}
      </ul>
      {stay.length > 0 && (
        <Banner tone="neutral" title={`Stays where it is: ${stay.map(({ name }) => name).join(', ')}`}>
          <p>Someone came in with this name, or it was removed before.</p>
        </Banner>
      )}
      {change.length > 0 && open.length > 0 && (
        <Card as="section" aria-label="Move">
          <Form method="post" className={stack[4]}>
            <input type="hidden" name="intent" value="move" />
            {ids}
            <Field id="move-to" label="Move to">
              {(control) => (
                <Select
                  {...control}
                  name="list"
                  options={open.map(({ id, name, allowed, heads }) => ({
                    value: id,
                    label: `${name} (${allowed - heads} left)`,
                  }))}
                />
              )}
            </Field>
            <div>
              <Button type="submit">Move</Button>
            </div>
          </Form>
        </Card>
      )}
      <div className={cluster[3]}>
        {change.length > 0 && (
          <Form method="post">
            <input type="hidden" name="intent" value="remove" />
            {ids}
            <Button type="submit" variant="danger">
              Remove {change.length === 1 ? '1 name' : `${change.length} names`}
            </Button>
          </Form>
        )}
        {backLink}
      </div>
    </div>
  )
}
