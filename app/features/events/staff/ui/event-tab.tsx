import { type FormMetadata, getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, Link, useLocation, useNavigation, useOutletContext, useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import type * as z from 'zod'
import { formatClockWithZone, formatMoment } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { FormErrors } from '#ui/field.tsx'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import type { EventEditor } from '../event-editor.ts'
import { isSame } from '../event-merge.rules.ts'
import { valuesOfForm, valuesOfTab } from '../event-tab-forms.ts'
import { codeDraftKey, type DraftKey, draftTab, eventTabOf } from '../event-tabs.ts'
import { statusBadge } from '../staff-events.rules.ts'
import * as css from './event-form.css.ts'
import { useEventDraft } from './use-event-draft.ts'

/** The steps that the editor says were just taken, by the `done` parameter of its address. */
const doneTexts = {
  saved: 'Saved',
  merged: 'Saved, along with what someone else changed in the meantime',
  copied: 'Duplicated as this draft. Check its dates',
  next: 'Created as a draft for the next date. Check its dates',
  picture: 'Picture saved',
  'picture-removed': 'Picture removed',
  artist: 'Artist saved',
  password: 'Password set',
  published: 'Published',
  postponed: 'Postponed',
  cancelled: 'Canceled',
  archived: 'Archived',
} as const

const isDone = (done: string | null): done is keyof typeof doneTexts =>
  done !== null && Object.hasOwn(doneTexts, done)

/** Returns the stored event that the editor's frame read, for the tab inside it. */
export function useEventEditor(): EventEditor {
  return useOutletContext<{ event: EventEditor }>().event
}

/** Says what was just done. */
export function DoneBanner() {
  const done = useSearchParams()[0].get('done')
  return isDone(done) ? <Banner tone="success" title={doneTexts[done]} announce /> : null
}

/**
 * Surrounds the content of a tab: says what was just done, and that an event which ended for good can't be changed.
 * @param replied whether the server replied to a form of the tab, which it does when it saved nothing
 */
export function EventTab({ replied, children }: { replied: boolean; children: ReactNode }) {
  const { id, status } = useEventEditor()
  if (status === 'cancelled' || status === 'archived')
    return (
      <>
        <DoneBanner />
        <p>
          This event is {statusBadge(status).text.toLowerCase()}. You can duplicate it, but not change it.
        </p>
        {status === 'cancelled' && (
          <p>
            <Link to={paths.adminEventChanges(id)}>See refund progress</Link>
          </p>
        )}
      </>
    )
  return (
    <>
      {!replied && <DoneBanner />}
      {children}
    </>
  )
}

/** Holds what the form of a tab is given: the stored event, and the server's reply to the last try to save the tab. */
export type EventTabProps = { event: EventEditor; lastResult: SubmissionResult | null }

/** The values of a form as its fields take them. Fields of other tabs may be among them; they are not shown and not sent. */
type Values = Record<string, unknown>
type FormSchema = z.ZodType<Values, Values>

/**
 * Returns what the person typed into a form and did not save; null where nothing differs from what is stored.
 * @param values what is stored
 */
function useKeptDraft(key: DraftKey, values: Values) {
  const draft = useEventEditor().drafts.find((each) => each.tab === key)
  const tab = draftTab(key)
  if (!draft || isSame(valuesOfTab(tab, draft.form), valuesOfTab(tab, values))) return null
  return draft
}

/** Returns the draft key of the open tab. */
function useTabKey(): DraftKey {
  const tab = eventTabOf(useLocation().pathname)
  return tab === 'codes' ? codeDraftKey('new') : tab
}

/**
 * Makes the form of a tab from its schema. The form starts with what the person typed and did not save, else with what is stored.
 * @param values what is stored
 * @param key the form's draft key, where it is not that of the tab
 */
export function useEventTab<Schema extends FormSchema>(
  schema: Schema,
  values: Values,
  lastResult: SubmissionResult | null,
  key?: DraftKey,
) {
  const tabKey = useTabKey()
  const draft = useKeptDraft(key ?? tabKey, values)
  const start = draft?.form ?? { ...values, base: JSON.stringify(valuesOfForm(schema, values)) }
  return useForm<z.input<Schema>, z.output<Schema>>({
    id: 'event',
    lastResult: lastResult as SubmissionResult<string[]> | null,
    defaultValue: start as never,
    constraint: getZodConstraint(schema),
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  })
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

const discardId = 'discard-draft'

/** A form of the tab that is not that of the event's own fields: what is stored of it, and how it is named. */
type OtherForm = { key: DraftKey; values: Values; noun: string; save: string }

/**
 * The form of one tab: its fields between the version it was filled in from and the button that saves it. It posts to its own
 * address, with or without JavaScript. What is typed is kept on the server while it is typed.
 * @param version the field of that name
 * @param other what differs where the form is not that of the event's own fields
 */
export function EventTabForm<Input extends Values>({
  form,
  version,
  event,
  other,
  children,
}: {
  form: FormMetadata<Input>
  version: { name: string; initialValue?: unknown }
  event: Pick<EventEditor, 'id' | 'status' | 'values' | 'now'>
  other?: OtherForm
  children: ReactNode
}) {
  const navigation = useNavigation()
  const tabKey = useTabKey()
  const key = other?.key ?? tabKey
  const values = other?.values ?? event.values
  const kept = useKeptDraft(key, values)
  const { savedAt, failed, onInput, stop } = useEventDraft(event.id, key)
  const keptAt = savedAt ?? kept?.savedAt ?? null
  const { timeZone } = event.values
  const changedSince = kept !== null && (kept.form.version ?? '') !== (values.version ?? '')
  const props = getFormProps(form)
  return (
    <>
      <Form
        method="post"
        {...props}
        className={css.form}
        onInput={onInput}
        onSubmit={(submitted) => {
          props.onSubmit(submitted)
          if (!submitted.defaultPrevented) stop()
        }}
      >
        {/* Enter in a field saves, rather than pressing the first button that removes a row */}
        <button type="submit" className={visuallyHidden} tabIndex={-1} aria-hidden="true">
          Save
        </button>
        {kept && (
          <Banner
            tone={changedSince ? 'warning' : 'info'}
            title={`Your unsaved changes from ${formatMoment(kept.savedAt, timeZone, event.now)}`}
          >
            {changedSince ? (
              <p>
                Someone saved this {other?.noun ?? 'event'} since.{' '}
                <Link to={paths.adminEventConflict(event.id, { tab: key })}>Compare before you save</Link>
              </p>
            ) : (
              <p>Only you see them until you save.</p>
            )}
          </Banner>
        )}
        <FormErrors id={form.errorId} errors={form.errors} />
        <input type="hidden" name={version.name} defaultValue={text(version.initialValue)} />
        <input type="hidden" name="base" defaultValue={text(form.initialValue?.base)} />
        {children}
        <DraftBar {...{ keptAt, failed, timeZone, stop }}>
          <Button type="submit" busy={navigation.state === 'submitting'}>
            {other?.save ?? (event.status === 'draft' ? 'Save draft' : 'Save changes')}
          </Button>
        </DraftBar>
      </Form>
      <DiscardForm eventId={event.id} draftKey={key} />
    </>
  )
}

/**
 * The bar below a form whose input is kept while it is typed: since when, the button that throws it away, and the one that saves.
 * @param keptAt when it was kept last; null for nothing kept
 * @param stop ends keeping, before what is kept is thrown away
 */
export function DraftBar({
  keptAt,
  failed,
  timeZone,
  stop,
  children,
}: {
  keptAt: string | null
  failed: boolean
  timeZone: string
  stop: () => void
  children: ReactNode
}) {
  return (
    <div className={css.bar}>
      <p className={css.draftState} role="status" data-draft={keptAt ? 'kept' : undefined}>
        {failed
          ? 'Draft not saved. Check your connection.'
          : keptAt && `Draft saved ${formatClockWithZone(keptAt, timeZone)}`}
      </p>
      {keptAt && (
        <Button type="submit" variant="ghost" form={discardId} onClick={stop}>
          Discard
        </Button>
      )}
      {children}
    </div>
  )
}

/** Throws away what is kept of a form. Loads the page again, so that its fields are those that are stored. */
export function DiscardForm({ eventId, draftKey }: { eventId: string; draftKey: DraftKey }) {
  return (
    <form id={discardId} method="post" action={paths.apiStaffEventDraft(eventId)} hidden>
      <input type="hidden" name="tab" value={draftKey} />
      <input type="hidden" name="discard" value="on" />
      <button type="submit">Discard</button>
    </form>
  )
}
