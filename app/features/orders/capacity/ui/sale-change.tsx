import { Form, useLocation, useNavigation } from '@remix-run/react'
import { type FormEvent, useState } from 'react'
import { formatClockWithZone, wallTimeOf, zoneAbbreviation } from '#core/event-time.ts'
import { formatPrice } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field, TextInput } from '#ui/field.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { type Column, Table } from '#ui/table.tsx'
import { type Difference, differencesOf } from '../capacity.rules.ts'
import type { SaleChangeKind } from '../capacity.schema.ts'
import type { SaleChangePreview } from '../capacity.types.ts'
import { askedFields, consequencesOf, findSubject, type Subject } from '../sale-change.rules.ts'

type Fields = Partial<Record<string, string>>
type Errors = Partial<Record<string, string[] | null>>

/**
 * Asks for the values of a change, shows what it would do in numbers, and asks before it is done. Works without JavaScript.
 * @param fields what the address says: what is changed, and the values that were filled in
 * @param preview what is, and what would be once the values are complete
 * @param refusal why the change can't be made
 */
export function SaleChangePage({
  kind,
  event,
  fields,
  errors,
  preview,
  refusal,
  idempotencyKey,
}: {
  kind: SaleChangeKind
  event: string
  fields: Fields
  errors: Errors
  preview: SaleChangePreview
  refusal: string | null
  idempotencyKey: string
}) {
  const subject = findSubject(fields, preview)
  const asks = askedFields(kind).length > 0
  const back = paths.capacity({ event })
  return (
    <div className={stack[5]}>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      {asks && (
        <Card as="section" aria-label="New values">
          <AskForm
            kind={kind}
            event={event}
            fields={fields}
            errors={errors}
            subject={subject}
            preview={preview}
          />
        </Card>
      )}
      {preview.after ? (
        <Confirm
          kind={kind}
          fields={fields}
          subject={subject}
          preview={preview}
          idempotencyKey={idempotencyKey}
          back={back}
        />
      ) : (
        <div>
          <LinkButton to={back} variant="secondary">
            Back to capacity
          </LinkButton>
        </div>
      )}
    </div>
  )
}

/** Asks for the new values, by GET: the page that comes back shows what they would do. */
function AskForm({
  kind,
  event,
  fields,
  errors,
  subject,
  preview,
}: {
  kind: SaleChangeKind
  event: string
  fields: Fields
  errors: Errors
  subject: Subject
  preview: SaleChangePreview
}) {
  const navigation = useNavigation()
  const { timeZone } = preview.event
  const zone = zoneAbbreviation(preview.event.endsAt, timeZone)
  const asked = askedFields(kind)
  const error = (name: string) => errors[name] ?? undefined
  const hidden = Object.entries(fields).filter(([name]) => !asked.includes(name) && name !== 'kind')
  return (
    <Form method="get" className={stack[4]} noValidate>
      <input type="hidden" name="event" value={event} />
      {hidden.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {kind === 'set-capacity' && subject.pool && (
        <Field
          id="capacity"
          label="New capacity"
          hint={`Now ${subject.pool.capacity}. ${takenText(subject.pool)}`}
          errors={error('capacity')}
          required
        >
          {(control) => (
            <TextInput
              {...control}
              name="capacity"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={fields.capacity ?? subject.pool?.capacity}
            />
          )}
        </Field>
      )}
      {kind === 'set-quantity' && subject.release && (
        <Field
          id="quantity"
          label="New quantity"
          hint={`Now ${subject.release.quantity ?? 'no limit'}. ${takenText(subject.release)} Leave empty for no limit of its own.`}
          errors={error('quantity')}
          optional
        >
          {(control) => (
            <TextInput
              {...control}
              name="quantity"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={fields.quantity ?? subject.release?.quantity ?? ''}
            />
          )}
        </Field>
      )}
      {kind === 'extend-sale' && subject.type && (
        <Field id="endsAt" label={`New end of sales (${zone})`} errors={error('endsAt')} required>
          {(control) => (
            <TextInput
              {...control}
              name="endsAt"
              type="datetime-local"
              defaultValue={fields.endsAt ?? wallTimeOf(subject.type?.saleEndsAt ?? preview.now, timeZone)}
            />
          )}
        </Field>
      )}
      {kind === 'add-release' && (
        <>
          <Field id="name" label="Name" errors={error('name')} required>
            {(control) => (
              <TextInput
                {...control}
                name="name"
                maxLength={80}
                autoComplete="off"
                defaultValue={fields.name ?? ''}
              />
            )}
          </Field>
          <Field
            id="faceCents"
            label="Price in dollars"
            hint="Before fees and tax. Buyers see it with fees."
            errors={error('faceCents')}
            required
          >
            {(control) => (
              <TextInput
                {...control}
                name="faceCents"
                inputMode="decimal"
                autoComplete="off"
                defaultValue={fields.faceCents ?? ''}
              />
            )}
          </Field>
          <Field
            id="quantity"
            label="Quantity"
            hint="Leave empty to sell as many as the rooms hold."
            errors={error('quantity')}
            optional
          >
            {(control) => (
              <TextInput
                {...control}
                name="quantity"
                inputMode="numeric"
                autoComplete="off"
                defaultValue={fields.quantity ?? ''}
              />
            )}
          </Field>
          <Field id="endsAt" label={`Until (${zone})`} errors={error('endsAt')} optional>
            {(control) => (
              <TextInput
                {...control}
                name="endsAt"
                type="datetime-local"
                defaultValue={fields.endsAt ?? ''}
              />
            )}
          </Field>
        </>
      )}
      <div>
        <Button
          type="submit"
          variant={preview.after ? 'secondary' : 'primary'}
          busy={navigation.state === 'loading' && navigation.formMethod === 'GET'}
        >
          {preview.after ? 'Check again' : 'Preview the change'}
        </Button>
      </div>
    </Form>
  )
}

/** Says below which number a capacity or quantity can't go, and of what. */
function takenText({
  sold,
  held,
  offered,
  blocked = 0,
}: {
  sold: number
  held: number
  offered: number
  blocked?: number
}) {
  const parts = [
    `${sold} sold`,
    `${held} on hold`,
    ...(offered > 0 ? [`${offered} offered`] : []),
    ...(blocked > 0 ? [`${blocked} blocked`] : []),
  ]
  return `${parts.join(', ')}: it can't go below ${Math.max(sold + held + offered + blocked, 1)}.`
}

const columns: Column<Difference>[] = [
  { key: 'what', header: 'What', cell: ({ what }) => what },
  { key: 'before', header: 'Now', cell: ({ before }) => before },
  { key: 'after', header: 'Then', cell: ({ after }) => <strong>{after}</strong> },
]

const confirmTexts: Record<SaleChangeKind, (fields: Fields) => string> = {
  'pause-sale': () => 'Pause all sales',
  'resume-sale': () => 'Resume sales',
  'pause-type': () => 'Pause this ticket',
  'resume-type': () => 'Resume this ticket',
  'pause-extra': () => 'Pause',
  'resume-extra': () => 'Resume',
  'extend-sale': () => 'Extend sales',
  'add-release': () => 'Add this release',
  'set-capacity': ({ capacity }) => `Set capacity to ${capacity}`,
  'set-quantity': ({ quantity }) => (quantity ? `Set quantity to ${quantity}` : 'Remove the limit'),
  'end-release': () => 'End this release',
}

function Confirm({
  kind,
  fields,
  subject,
  preview,
  idempotencyKey,
  back,
}: {
  kind: SaleChangeKind
  fields: Fields
  subject: Subject
  preview: SaleChangePreview
  idempotencyKey: string
  back: string
}) {
  const navigation = useNavigation()
  const [isOffline, setOffline] = useState(false)
  const { before, after, currency, event, now, version } = preview
  if (!after) return null
  const check = (submit: FormEvent) => {
    setOffline(!navigator.onLine)
    if (!navigator.onLine) submit.preventDefault()
  }
  return (
    <>
      <Card as="section" aria-labelledby="consequence-title">
        <div className={stack[3]} data-testid="consequence">
          <h2 id="consequence-title">What happens</h2>
          {consequencesOf(kind, subject, preview).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <p className={text.small} suppressHydrationWarning>
            As of {formatClockWithZone(now, event.timeZone)}. Sales go on meanwhile; the limits are checked
            again when you confirm.
          </p>
        </div>
      </Card>
      <Table
        caption="Now and then"
        columns={columns}
        rows={differencesOf(before, after, (cents) => formatPrice(cents, currency))}
        rowKey={({ what, before: old, after: next }) => `${what} ${old} ${next}`}
        empty="No figure changes."
      />
      {isOffline && (
        <Banner
          tone="danger"
          title="You're offline. Nothing was changed. Confirm again when you're back online."
          announce
        />
      )}
      <Form method="post" className={cluster[3]} onSubmit={check}>
        <input type="hidden" name="change.kind" value={kind} />
        {Object.entries(fields).map(
          ([name, value]) =>
            name !== 'kind' && <input key={name} type="hidden" name={`change.${name}`} value={value} />,
        )}
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <Button
          type="submit"
          busy={navigation.state !== 'idle' && navigation.formMethod === 'POST'}
          data-testid="confirm"
        >
          {confirmTexts[kind](fields)}
        </Button>
        <LinkButton to={back} variant="secondary">
          Back to capacity
        </LinkButton>
      </Form>
    </>
  )
}

/** Takes the place of the page when a confirmation was sent and no response came: it may have been done or not. */
export function UnsentChange() {
  const { pathname, search } = useLocation()
  return (
    <EmptyState
      headingLevel={1}
      title="We couldn't reach the site"
      text="The change may or may not have been made. Reload: if it was, this page will say so."
      action={
        <LinkButton to={pathname + search} reloadDocument data-testid="look-again">
          Check again
        </LinkButton>
      }
    />
  )
}
