import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { codeEffects } from '#core/code-values.ts'
import * as paths from '#core/paths.ts'
import { codeDetailRows, codeEffectText, codeLimitRows, codeStateTexts } from '#core/promo-codes.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CheckGroup } from '#ui/check-group.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { FieldRows } from '#ui/office/field-rows.tsx'
import { FormSection } from '#ui/office/form-section.tsx'
import { RecordSummary, StateButton } from '#ui/office/record-summary.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { codeFormSchema } from '../code-form.schema.ts'
import { codeFacts } from '../event-codes.rules.ts'
import type { EventEditor } from '../event-editor.ts'
import { codeDraftKey, draftPath, eventTabPath } from '../event-tabs.ts'
import type { EventCodeEditor, EventCodes, ListedEventCode } from '../staff-events.types.ts'
import * as css from './codes-tab.css.ts'
import * as forms from './event-form.css.ts'
import { EventTabForm, type EventTabProps, useEventTab } from './event-tab.tsx'

/**
 * Lists a page of the codes of an event, with their uses.
 * @param after the last code of the page before, null on the first one
 * @param refusal why the last change of a code was refused
 */
export function CodeList({
  event,
  page,
  after,
  refusal,
}: {
  event: EventEditor
  page: EventCodes
  after: string | null
  refusal: string | undefined
}) {
  const drafts = new Map(event.drafts.map(({ tab, form }) => [tab, form]))
  const add = (
    <LinkButton to={draftPath(event.id, codeDraftKey('new'))}>
      {drafts.has(codeDraftKey('new')) ? 'Continue new code' : 'New code'}
    </LinkButton>
  )
  const archived = [...drafts].filter(([key]) => page.archivedDrafts.includes(key))
  const isEmpty = page.codes.length === 0 && !after
  return (
    <div className={css.tab}>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      {archived.map(([key, form]) => (
        <Banner key={key} tone="warning" title={`Your unsaved changes to ${String(form.code)}`}>
          <p>
            The code has been archived since.{' '}
            <Link to={paths.adminEventConflict(event.id, { tab: key })}>Compare and choose</Link>
          </p>
        </Banner>
      ))}
      <Card as="section" aria-labelledby="codes-title">
        <div className={forms.section}>
          <div className={css.head}>
            <h2 id="codes-title" className={forms.sectionTitle}>
              Codes
            </h2>
            {!isEmpty && add}
          </div>
          {isEmpty ? (
            <>
              <p className={forms.hint}>
                No codes yet. A code gives a discount, unlocks hidden tickets, or lets people buy before
                everyone else.
              </p>
              <div>{add}</div>
            </>
          ) : (
            <ul className={css.list}>
              {page.codes.map((code) => (
                <Code
                  key={code.id}
                  eventId={event.id}
                  code={code}
                  page={page}
                  isChanged={drafts.has(codeDraftKey(code.id))}
                />
              ))}
            </ul>
          )}
          <Pagination
            label="Pages of codes"
            previous={after ? eventTabPath(event.id, 'codes') : null}
            previousLabel="First page"
            next={page.next ? eventTabPath(event.id, 'codes', { after: page.next }) : null}
          />
        </div>
      </Card>
    </div>
  )
}

/** One code in the list. @param isChanged whether the reader typed into its form and did not save */
function Code({
  eventId,
  code,
  page,
  isChanged,
}: {
  eventId: string
  code: ListedEventCode
  page: EventCodes
  isChanged: boolean
}) {
  const state = codeStateTexts[code.state]
  const change = (to: 'active' | 'paused' | 'archived', label: string) => (
    <StateButton id={code.id} state={to} label={label} name={code.code} />
  )
  return (
    <li className={css.code}>
      <RecordSummary
        level={3}
        name={code.code}
        badges={
          <>
            <Badge tone={state.tone}>{state.text}</Badge>
            <Badge tone="accent">{codeEffectText(code, page.currency)}</Badge>
            {isChanged && <Badge tone="warning">Unsaved changes</Badge>}
          </>
        }
        note={code.label}
        facts={codeFacts(code, page)}
      />
      {code.everywhere ? (
        <p className={css.note}>Valid for all events.</p>
      ) : (
        <div className={css.actions}>
          <LinkButton
            to={draftPath(eventId, codeDraftKey(code.id))}
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

/**
 * Edits a code of an event.
 * @param editor the code, null in it for a new one, and what it can be for
 * @param values what the form starts with
 * @param lastResult the server's reply to the last try
 * @param productChoice draws the choice of the shop's products, in the field that it is given
 */
export function CodeForm({
  event,
  editor,
  values,
  lastResult,
  productChoice,
}: EventTabProps & {
  editor: EventCodeEditor
  values: Record<string, unknown>
  productChoice: (field: { id: string; name: string; errors?: readonly string[] | undefined }) => ReactNode
}) {
  const { code: open, items, pools, shop } = editor
  const key = codeDraftKey(open?.id ?? 'new')
  const [form, fields] = useEventTab(codeFormSchema, values, lastResult, key)
  const hidden = (field: { name: string; initialValue?: unknown }) => (
    <input
      type="hidden"
      name={field.name}
      defaultValue={typeof field.initialValue === 'string' ? field.initialValue : ''}
    />
  )
  const other = {
    key,
    values,
    noun: 'code',
    save: open ? 'Save code' : 'Create code',
  }
  return (
    <EventTabForm form={form} version={fields.version} event={event} other={other}>
      <input type="hidden" name="intent" value="save" />
      <Link to={eventTabPath(event.id, 'codes')}>All codes</Link>
      {hidden(fields.id)}
      {hidden(fields.blockWas)}
      <FormSection id="section-code" title={open ? `Edit ${open.code}` : 'New code'}>
        <div className={forms.pair}>
          <FieldRows rows={codeDetailRows(codeEffects)} fields={fields} />
        </div>
        {items.length > 0 && (
          <CheckGroup
            meta={fields.items}
            label="Valid for (leave unchecked for everything)"
            options={items.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <p className={forms.hint}>
          A ticket type that needs a code is opened by the codes that name it here.
        </p>
      </FormSection>
      {shop.products.length > 0 && (
        <FormSection
          id="section-shop"
          title="Shop"
          hint="What it takes off shop items, in orders with tickets to this event. The code or the ticket-buyer discount applies, whichever takes off more."
        >
          <SelectField
            meta={fields.goods}
            label="In the shop"
            options={[
              { value: 'none', label: 'Nothing' },
              { value: 'all', label: 'Everything' },
              { value: 'listed', label: 'Items checked below' },
            ]}
          />
          {shop.collections.length > 0 && (
            <CheckGroup
              meta={fields.collections}
              label="Collections"
              options={shop.collections.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          {productChoice(fields.products)}
        </FormSection>
      )}
      <FormSection id="section-limits" title="Limits" hint="Leave a limit empty for none.">
        <div className={forms.pair}>
          <FieldRows rows={codeLimitRows('Tickets')} fields={fields} />
        </div>
      </FormSection>
      <FormSection id="section-window" title="When">
        <div className={forms.pair}>
          <TextField meta={fields.validFromAt} label="Valid from" optional type="datetime-local" />
          <TextField meta={fields.validUntilAt} label="Valid until" optional type="datetime-local" />
          <TextField
            meta={fields.earlyAccessAt}
            label="Early access from"
            optional
            hint="People with this code can buy its tickets from then, before the sale starts for everyone."
            type="datetime-local"
          />
        </div>
      </FormSection>
      <FormSection
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
              ...pools.map(({ id, name, left }) => ({ value: id, label: `${name} (${left} free)` })),
            ]}
          />
          <TextField meta={fields.blockPlaces} label="Places" optional inputMode="numeric" />
          <TextField meta={fields.blockEndsAt} label="Release at" optional type="datetime-local" />
        </div>
      </FormSection>
    </EventTabForm>
  )
}
