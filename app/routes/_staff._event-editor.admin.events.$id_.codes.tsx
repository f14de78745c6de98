import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { data, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { codeFormSchema, codeStateSchema } from '#features/events/staff/code-form.schema.ts'
import { codeValues, findCode } from '#features/events/staff/event-codes.rules.ts'
import { codeDraftKey, eventTabPath } from '#features/events/staff/event-tabs.ts'
import { saveEventTab } from '#features/events/staff/save-event-tab.server.ts'
import { readEventCodes } from '#features/events/staff/staff-events.reads.server.ts'
import { setCodeState } from '#features/events/staff/staff-events.writes.server.ts'
import { CodesTab } from '#features/events/staff/ui/codes-tab.tsx'
import { EventTab, useEventEditor } from '#features/events/staff/ui/event-tab.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireRole } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const [, page] = await readGuarded(args, requireRole(args, 'admin'), () =>
    readEventCodes(args, args.params.id),
  )
  if (!page) throw notFound()
  const open = findCode(page, new URL(args.request.url).searchParams.get('code'))
  return { page, open, values: codeValues(page, open) }
}

export async function action(args: ActionFunctionArgs) {
  await requireRole(args, 'admin')
  const { id = '' } = args.params
  const sent = await readIntent(args.request, { save: codeFormSchema, state: codeStateSchema })
  if (sent.intent === 'save') {
    const code = sent.fields.get('id')
    return saveEventTab(args, codeDraftKey(typeof code === 'string' && code ? code : 'new'), sent.form)
  }
  if (!sent.form.ok) return sent.form.reply()
  const { value } = sent.form
  const changed = await setCodeState(args, value.id, value.state)
  if (changed.ok) return redirect(eventTabPath(id, 'codes', { done: 'saved' }))
  return data(
    sent.form.submission.reply({ formErrors: [refusalSentence(changed.refusal)] }),
    refusalStatus(changed.refusal),
  )
}

export const handle: StaffHandle = { crumbs: () => [{ label: 'Codes' }] }

/** Shows the codes of an event with their uses, and edits them. */
export default function EventCodes() {
  const { page, open, values } = useLoaderData<typeof loader>()
  const event = useEventEditor()
  const result = useActionData<typeof action>() ?? null
  return (
    <EventTab replied={result !== null}>
      <CodesTab
        key={open === 'new' ? 'new' : open?.version}
        event={event}
        page={page}
        open={open}
        values={values}
        lastResult={result}
      />
    </EventTab>
  )
}
