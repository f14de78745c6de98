import type { SubmissionResult } from '@conform-to/react'
import { getFormProps, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors, SelectField, TextField } from '#ui/field.tsx'
import { type CodeFormInput, codeFormSchema } from '../code-form.schema.ts'
import { codeFacts, codeStates, effectText } from '../event-codes.rules.ts'
import { eventTabPath } from '../event-tabs.ts'
import type { EventCode, EventCodes } from '../staff-events.types.ts'
import { CheckGroup } from './check-group.tsx'
import * as css from './codes-tab.css.ts'
import * as forms from './event-form.css.ts'
import { Section } from './event-tab.tsx'

const effects = [
  { value: 'percent', label: 'Percent off' },
  { value: 'fixed', label: 'Dollars off each' },
  { value: 'price', label: 'Set price for each' },
  { value: 'access', label: 'Access only' },
]

/**
 * The codes of an event: a list with their uses, and the form of the one that the address opens.
 * @param open the code that is edited, `new` for a new one, null for the list alone
 * @param values what the form starts with
 * @param lastResult the server's reply to the last try
 */
export function CodesTab({
  eventId,
  page,
  open,
  values,
  lastResult,
}: {
  eventId: string
  page: EventCodes
  open: EventCode | 'new' | null
  values: Record<string, unknown>
  lastResult: SubmissionResult | null
}) {
  if (open !== null)
    return <CodeForm eventId={eventId} page={page} open={open} values={values} lastResult={lastResult} />
  const add = <LinkButton to={eventTabPath(eventId, 'codes', { code: 'new' })}>New code</LinkButton>
  const [refusal] = lastResult?.error?.[''] ?? []
  return (
    <div className={css.tab}>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      <Card as="section" aria-labelledby="codes-title">
        <div className={forms.section}>
          <div className={css.head}>
            <h2 id="codes-title" className={forms.sectionTitle}>
              Codes
            </h2>
            {page.codes.length > 0 && add}
          </div>
          {page.codes.length === 0 ? (
            <>
              <p className={forms.hint}>
                No codes yet. A code takes something off the price, opens hidden tickets, or lets people buy
                before everyone else.
              </p>
              <div>{add}</div>
            </>
          ) : (
            <ul className={css.list}>
              {page.codes.map((code) => (
                <Code key={code.id} eventId={eventId} code={code} page={page} />
              ))}
            </ul>
          )}
        </div>
      </Card>
    </div>
  )
}

function Code({ eventId, code, page }: { eventId: string; code: EventCode; page: EventCodes }) {
  const state = codeStates[code.state]
  const change = (to: 'active' | 'paused' | 'archived', label: string) => (
    <Form method="post">
      <input type="hidden" name="intent" value="state" />
      <input type="hidden" name="id" value={code.id} />
      <Button
        type="submit"
        name="state"
        value={to}
        variant="ghost"
        size="sm"
        aria-label={`${label} ${code.code}`}
      >
        {label}
      </Button>
    </Form>
  )
  return (
    <li className={css.code}>
      <h3 className={css.name}>
        {code.code}
        <Badge tone={state.tone}>{state.text}</Badge>
        <Badge tone="accent">{effectText(code, page.currency)}</Badge>
      </h3>
      {code.label && <p className={css.note}>{code.label}</p>}
      <dl className={css.facts}>
        {codeFacts(code, page).map((fact) => (
          <div key={fact.name}>
            <dt className={css.factName}>{fact.name}</dt>
            <dd className={css.factText}>{fact.text}</dd>
          </div>
        ))}
      </dl>
      {code.everywhere ? (
        <p className={css.note}>Valid for all events.</p>
      ) : (
        <div className={css.actions}>
          <LinkButton
            to={eventTabPath(eventId, 'codes', { code: code.id })}
            variant="secondary"
            size="sm"
            aria-label={`Edit ${code.code}`}
          >
            Edit
          </LinkButton>
          {code.paused ? change('active', 'Resume') : change('paused', 'Pause')}
          {change('archived', 'Archive')}
        </div>
      )}
    </li>
  )
}

function CodeForm({
  eventId,
  page,
  open,
  values,
  lastResult,
}: {
  eventId: string
  page: EventCodes
  open: EventCode | 'new'
  values: Record<string, unknown>
  lastResult: SubmissionResult | null
}) {
  const navigation = useNavigation()
  const [form, fields] = useForm<CodeFormInput>({
    id: 'code',
    lastResult: lastResult as SubmissionResult<string[]> | null,
    defaultValue: values as never,
    constraint: getZodConstraint(codeFormSchema),
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema: codeFormSchema }) as never,
  })
  const hidden = (field: { name: string; initialValue?: unknown }) => (
    <input
      type="hidden"
      name={field.name}
      defaultValue={typeof field.initialValue === 'string' ? field.initialValue : ''}
    />
  )
  return (
    <Form method="post" {...getFormProps(form)} className={forms.form}>
      <FormErrors id={form.errorId} errors={form.errors} />
      <input type="hidden" name="intent" value="save" />
      {hidden(fields.id)}
      {hidden(fields.version)}
      {hidden(fields.blockWas)}
      <Section id="section-code" title={open === 'new' ? 'New code' : `Edit ${open.code}`}>
        <div className={forms.pair}>
          <TextField
            meta={fields.code}
            label="Code"
            hint="Capitals don't matter when people type it."
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <TextField meta={fields.label} label="Note" optional hint="Only staff see it." autoComplete="off" />
          <SelectField meta={fields.effect} label="What it does" options={effects} />
          <TextField meta={fields.percent} label="Percent" optional inputMode="numeric" />
          <TextField
            meta={fields.amountCents}
            label="Amount ($)"
            optional
            hint="For dollars off or a set price."
            inputMode="decimal"
          />
        </div>
        {page.items.length > 0 && (
          <CheckGroup
            meta={fields.items}
            label="Valid for (nothing ticked: everything)"
            options={page.items.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <p className={forms.hint}>
          A ticket type that needs a code is opened by the codes that name it here.
        </p>
      </Section>
      <Section id="section-limits" title="Limits" hint="Leave a limit empty for none.">
        <div className={forms.pair}>
          <TextField meta={fields.maxOrders} label="Orders" optional inputMode="numeric" />
          <TextField meta={fields.maxUnits} label="Tickets" optional inputMode="numeric" />
          <TextField meta={fields.maxPerPerson} label="Orders per person" optional inputMode="numeric" />
          <TextField meta={fields.maxUnitsPerOrder} label="Tickets per order" optional inputMode="numeric" />
          <TextField meta={fields.budgetCents} label="Total discount ($)" optional inputMode="decimal" />
        </div>
      </Section>
      <Section id="section-window" title="When">
        <div className={forms.pair}>
          <TextField meta={fields.validFromAt} label="Valid from" optional type="datetime-local" />
          <TextField meta={fields.validUntilAt} label="Valid until" optional type="datetime-local" />
          <TextField
            meta={fields.earlyAccessAt}
            label="Early access from"
            optional
            hint="Its tickets can be bought from then, before the sale begins for everyone."
            type="datetime-local"
          />
        </div>
      </Section>
      <Section
        id="section-block"
        title="Reserved places"
        hint="Kept for people with this code, and released to everyone at the time you set."
      >
        <div className={forms.pair}>
          <SelectField
            meta={fields.blockPoolId}
            label="Room"
            options={[
              { value: '', label: 'None' },
              ...page.pools.map(({ id, name, left }) => ({ value: id, label: `${name} (${left} free)` })),
            ]}
          />
          <TextField meta={fields.blockPlaces} label="Places" optional inputMode="numeric" />
          <TextField meta={fields.blockEndsAt} label="Release at" optional type="datetime-local" />
        </div>
      </Section>
      <div className={forms.bar}>
        <Button type="submit" busy={navigation.state === 'submitting'}>
          {open === 'new' ? 'Create code' : 'Save code'}
        </Button>
        <LinkButton to={eventTabPath(eventId, 'codes')} variant="ghost">
          Back to codes
        </LinkButton>
      </div>
    </Form>
  )
}
