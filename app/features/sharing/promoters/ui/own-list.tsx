import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import type * as z from 'zod'
import { formatMoment } from '#core/event-time.ts'
import { Button } from '#ui/button.tsx'
import { FormErrors, TextareaField } from '#ui/field.tsx'
import { stack, text } from '#ui/layout.css.ts'
import { Time } from '#ui/office/cells.tsx'
import { addNamesSchema } from '../promoters.schema.ts'
import type { OwnPromotedEvent, PromoterList } from '../promoters.types.ts'

/** What the forms for names need of their page: the address that takes them, a key, and the server's reply to the last try. */
export type NamesForm = { action: string; idempotencyKey: string; reply: SubmissionResult | null }

/**
 * Shows a promoter one of their guest lists: the names, how many came, and a form that adds more until the cutoff.
 * @param isOpen false when the event is over or the promoter was ended
 */
export function OwnList({
  list,
  event,
  isOpen,
  names,
}: {
  list: PromoterList
  event: OwnPromotedEvent
  isOpen: boolean
  names: NamesForm
}) {
  const { timeZone } = event.event
  const title = `list-${list.id}`
  return (
    <section className={stack[3]} aria-labelledby={title}>
      <h3 id={title}>{list.name}</h3>
      <p className={text.small}>
        {`${list.heads} of ${list.allowed} places used, ${list.arrived} arrived. `}
        {list.isClosed ? 'Closed ' : 'Open until '}
        <Time at={list.closesAt}>{formatMoment(list.closesAt, timeZone, list.closesAt)}</Time>
      </p>
      {list.entries.length > 0 && (
        <ul data-names>
          {list.entries.map(({ id, name, plusOnes, arrived }) => (
            <li key={id}>
              {name}
              {plusOnes > 0 && ` +${plusOnes}`}
              {arrived > 0 && `, ${arrived} arrived`}
            </li>
          ))}
        </ul>
      )}
      {isOpen && !list.isClosed && <AddNames list={list} event={event} names={names} />}
    </section>
  )
}

function AddNames({ list, event, names }: { list: PromoterList; event: OwnPromotedEvent; names: NamesForm }) {
  const navigation = useNavigation()
  const isMine = names.reply?.initialValue?.list === list.id
  const [form, fields] = useForm<z.input<typeof addNamesSchema>, z.output<typeof addNamesSchema>>({
    id: `names-${list.id}`,
    lastResult: isMine ? names.reply : null,
    constraint: getZodConstraint(addNamesSchema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: addNamesSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Form method="post" action={names.action} {...getFormProps(form)} className={stack[3]}>
      <input type="hidden" name="eventPromoter" value={event.id} />
      <input type="hidden" name="list" value={list.id} />
      <input type="hidden" name="idempotencyKey" value={names.idempotencyKey} />
      <FormErrors id={form.errorId} errors={form.errors} />
      <TextareaField
        key={list.heads}
        meta={fields.names}
        label={`Add names to ${list.name}`}
        hint="First and last name, one person a line. Add +2 for two guests."
        rows={3}
      />
      <div>
        <Button type="submit" busy={navigation.state === 'submitting'}>
          Add to the list
        </Button>
      </div>
    </Form>
  )
}
