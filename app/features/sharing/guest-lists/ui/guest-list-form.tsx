import type { SubmissionResult } from '@conform-to/react'
import { getFormProps, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form } from '@remix-run/react'
import type * as z from 'zod'
import { wallTimeOf } from '#core/event-time.ts'
import { decimalAmount } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { FormErrors, SelectField, TextareaField, TextField } from '#ui/field.tsx'
import { IntentForm, useBusy, useIntentForm } from '#ui/intent-form.tsx'
import { stack } from '#ui/layout.css.ts'
import { FormSection } from '#ui/office/form-section.tsx'
import { firstCutoff, guestListKindNames } from '../guest-lists.rules.ts'
import { addGuestsSchema, guestListFormSchema } from '../guest-lists.schema.ts'
import type { GuestListPage } from '../guest-lists.types.ts'
import * as css from './list-cards.css.ts'

const kinds = Object.entries(guestListKindNames).map(([value, label]) => ({ value, label }))
const afterCutoff = [
  { value: 'closed', label: 'The list is closed' },
  { value: 'pay', label: 'Guests pay at the door' },
]

const amount = (cents: number | null | undefined) => (cents ? decimalAmount(cents) : '')
const written = (count: number | null | undefined) => (count == null ? '' : String(count))

/** The values with which the form of a list begins. */
function startOf({ list, event }: GuestListPage) {
  return {
    name: list?.name ?? '',
    kind: list?.kind ?? 'free',
    promoterId: list?.promoterId ?? '',
    priceCents: amount(list?.priceCents),
    closes: list ? wallTimeOf(list.closesAt, event.timeZone) : firstCutoff(event),
    late: list?.latePriceCents ? 'pay' : 'closed',
    latePriceCents: amount(list?.latePriceCents),
    quota: list ? String(list.quota) : '',
    growthHeads: written(list?.growthHeads),
    growthArrivals: written(list?.growthArrivals),
    quotaMost: written(list?.quotaMost),
    poolId: list?.poolId ?? '',
  } as const
}

/**
 * Edits the settings of a guest list, or opens a new one.
 * @param reply the server's reply to the last try
 */
export function GuestListForm({ page, reply }: { page: GuestListPage; reply: SubmissionResult | null }) {
  const { list, event, pools, promoters } = page
  const { form, fields, busy } = useIntentForm(guestListFormSchema, {
    intent: 'save',
    reply,
    defaultValue: startOf(page),
  })
  const action = list ? paths.guestList(list.id) : paths.guestList('new', { event: event.id })
  return (
    <IntentForm form={form} intent="save" action={action}>
      {list && <input type="hidden" name="version" value={list.version} />}
      <FormSection id="section-list" title={list ? 'Settings' : 'New list'}>
        <div className={css.pair}>
          <TextField meta={fields.name} label="Name" autoComplete="off" />
          <SelectField meta={fields.kind} label="Type" options={kinds} />
          <SelectField
            meta={fields.promoterId}
            label="Owner"
            options={[
              { value: '', label: 'Staff' },
              ...promoters.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <TextField
            meta={fields.priceCents}
            label="Price at the door ($)"
            optional
            hint="For a list at a reduced price."
            inputMode="decimal"
          />
        </div>
      </FormSection>
      <FormSection id="section-cutoff" title="Cutoff" hint={`On the clocks of the event, ${event.timeZone}.`}>
        <div className={css.pair}>
          <TextField meta={fields.closes} label="Guests come until" type="datetime-local" />
          <SelectField meta={fields.late} label="After that" options={afterCutoff} />
          <TextField meta={fields.latePriceCents} label="Late price ($)" optional inputMode="decimal" />
        </div>
      </FormSection>
      <FormSection id="section-quota" title="Quota" hint="Plus-ones count.">
        <div className={css.pair}>
          <TextField meta={fields.quota} label="Guests" inputMode="numeric" autoComplete="off" />
          <SelectField
            meta={fields.poolId}
            label="Set places aside in"
            hint="Blocked until the cutoff; those not used are for sale again then."
            options={[
              { value: '', label: 'None' },
              ...pools.map(({ id, name, left }) => ({ value: id, label: `${name} (${left} free)` })),
            ]}
          />
          <TextField meta={fields.growthHeads} label="Grows by" optional inputMode="numeric" />
          <TextField meta={fields.growthArrivals} label="For every arrivals" optional inputMode="numeric" />
          <TextField meta={fields.quotaMost} label="Up to" optional inputMode="numeric" />
        </div>
      </FormSection>
      <div>
        <Button type="submit" busy={busy}>
          {list ? 'Save list' : 'Open list'}
        </Button>
      </div>
    </IntentForm>
  )
}

/**
 * Adds names to a list: one, or many pasted ones.
 * @param idempotencyKey makes a form that is sent twice add once
 */
export function AddGuests({
  listId,
  reply,
  idempotencyKey,
}: {
  listId: string
  reply: SubmissionResult | null
  idempotencyKey: string
}) {
  const busy = useBusy('add')
  const [form, fields] = useForm<z.input<typeof addGuestsSchema>, z.output<typeof addGuestsSchema>>({
    id: 'add-form',
    lastResult: reply,
    constraint: getZodConstraint(addGuestsSchema.in),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: addGuestsSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Form method="post" action={paths.guestList(listId)} {...getFormProps(form)} className={stack[4]}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <FormErrors id={form.errorId} errors={form.errors} />
      <FormSection id="section-names" title="Add names">
        <TextareaField
          meta={fields.names}
          label="Names, one a line"
          hint="First and last name, +2 for plus-ones, and a note for the door after a comma: Keisha Joseph +2, wristband"
          rows={6}
          autoComplete="off"
          spellCheck={false}
        />
        <div>
          <Button type="submit" busy={busy}>
            Add names
          </Button>
        </div>
      </FormSection>
    </Form>
  )
}
