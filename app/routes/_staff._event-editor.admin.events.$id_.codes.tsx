import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { codeStateSchema } from '#core/code-state.schema.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { codeFormSchema, eventCodesQuerySchema } from '#features/events/staff/code-form.schema.ts'
import { codeValues } from '#features/events/staff/event-codes.rules.ts'
import { codeDraftKey, eventTabPath } from '#features/events/staff/event-tabs.ts'
import { saveEventTab } from '#features/events/staff/save-event-tab.server.ts'
import { readEventCode, readEventCodes } from '#features/events/staff/staff-events.reads.server.ts'
import { setCodeState } from '#features/events/staff/staff-events.writes.server.ts'
import { CodeForm, CodeList } from '#features/events/staff/ui/codes-tab.tsx'
import { EventTab, useEventEditor } from '#features/events/staff/ui/event-tab.tsx'
import { readProductChoices } from '#features/shop/staff/shop-codes.reads.server.ts'
import { productSearchButton } from '#features/shop/staff/shop-codes.schema.ts'
import type { ProductChoices } from '#features/shop/staff/shop-codes.types.ts'
import { ProductChoice } from '#features/shop/staff/ui/product-choice.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requirePermission } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { id = '' } = args.params
  const asked = Object.fromEntries(new URL(args.request.url).searchParams)
  const { code, after } = eventCodesQuerySchema.parse(asked)
  if (code === null) {
    const [, page] = await readGuarded(args, requirePermission(args, 'manage_events'), () =>
      readEventCodes(args, id, after),
    )
    if (!page) throw notFound()
    return { page, after, editor: null }
  }
  const [, editor] = await readGuarded(args, requirePermission(args, 'manage_events'), () =>
    readEventCode(args, id, code),
  )
  if (!editor) throw notFound()
  // Archived meanwhile, or valid for all events: the list says which.
  if (code !== 'new' && !editor.code) throw redirect(eventTabPath(id, 'codes'))
  return { page: null, after, editor }
}

export async function action(args: ActionFunctionArgs) {
  await requirePermission(args, 'manage_events')
  const { id = '' } = args.params
  const sent = await readIntent(args.request, { save: codeFormSchema, state: codeStateSchema })
  if (sent.intent === 'save') {
    const choose = () => readProductChoices(args, sent.fields)
    if (sent.fields.has(productSearchButton)) {
      const { initialValue } = sent.form.submission.reply()
      return answer(data({ initialValue }), await choose())
    }
    const code = sent.fields.get('id')
    const key = codeDraftKey(typeof code === 'string' && code ? code : 'new')
    const saved = await saveEventTab(args, key, sent.form)
    return saved instanceof Response ? saved : answer(saved, await choose())
  }
  if (!sent.form.ok) return answer(sent.form.reply())
  const { value } = sent.form
  const changed = await setCodeState(args, value.id, value.state)
  if (changed.ok) return redirect(eventTabPath(id, 'codes', { done: 'saved' }))
  const result = sent.form.submission.reply({ formErrors: [refusalSentence(changed.refusal)] })
  return answer(data(result, refusalStatus(changed.refusal)))
}

/** Replies to a form, with the products to choose from where it has them. */
function answer(reply: ReturnType<typeof data<SubmissionResult>>, choices: ProductChoices | null = null) {
  return data({ result: reply.data, choices }, reply.init ?? undefined)
}

export const handle: StaffHandle = { crumbs: () => [{ label: 'Codes' }] }

/** Lists the codes of an event with their uses, and edits them. */
export default function EventCodes() {
  const { page, after, editor } = useLoaderData<typeof loader>()
  const event = useEventEditor()
  const reply = useActionData<typeof action>()
  return (
    <EventTab replied={reply !== undefined}>
      {page && <CodeList event={event} page={page} after={after} refusal={reply?.result.error?.['']?.[0]} />}
      {editor && (
        <CodeForm
          key={editor.code?.version ?? 'new'}
          event={event}
          editor={editor}
          values={codeValues(editor)}
          lastResult={reply?.result ?? null}
          productChoice={(field) => (
            <ProductChoice
              meta={field}
              choices={reply?.choices ?? { ...editor.shop, search: '' }}
              action={eventTabPath(event.id, 'codes', { code: editor.code?.id ?? 'new' })}
            />
          )}
        />
      )}
    </EventTab>
  )
}
