import { randomUUID } from 'node:crypto'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import type { UploadHandle } from '#core/largest-file.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { type Refusal, refusalSentence, refusalStatus } from '#core/result.ts'
import { readCompFile } from '#features/sharing/free-tickets/comp-file.rules.ts'
import { previewComps, readCompForm } from '#features/sharing/free-tickets/free-tickets.reads.server.ts'
import {
  compFileSchema,
  compUpload,
  confirmCompFileSchema,
} from '#features/sharing/free-tickets/free-tickets.schema.ts'
import { issueComps } from '#features/sharing/free-tickets/free-tickets.writes.server.ts'
import { type CompFilePreview, CompImport } from '#features/sharing/free-tickets/ui/comp-import.tsx'
import { ChooseEvent } from '#features/sharing/free-tickets/ui/issue-form.tsx'
import { listChoosableEvents } from '#features/staff/staff.reads.server.ts'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { leaveFlash } from '#server/flash.server.ts'
import { readIntent } from '#server/form.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const chosen = z.uuid().safeParse(new URL(args.request.url).searchParams.get('event')).data ?? null
  const [, [form, events]] = await readGuarded(args, requireStaffPage(args, '/free-tickets'), () =>
    Promise.all([readCompForm(args, chosen), listChoosableEvents(args, { q: '', chosen })]),
  )
  return { form, events, chosen }
}

/** Shows what a file would do. @param refused why its confirmation was refused */
async function preview(args: RequestArgs, event: string, text: string, refused: Refusal | null = null) {
  const { rows, lines, problem } = readCompFile(text)
  const asked = rows.length > 0 ? await previewComps(args, event, rows) : null
  const refusal = asked && !asked.ok ? asked.refusal : refused
  const found = asked?.ok ? asked.value : { places: 0, errors: [], duplicates: [] }
  const lineOf = (place: number) => lines[place - 1] ?? place
  const shown: CompFilePreview = {
    lines: rows.map(({ name, email, type, quantity }, at) => {
      const twice = found.duplicates.find(({ line }) => line === at + 1)
      return {
        line: lineOf(at + 1),
        name,
        email,
        type,
        quantity,
        problems: found.errors
          .filter(({ line }) => line === at + 1)
          .map(({ field, message }) => `${field}: ${message}`),
        note: !twice
          ? null
          : twice.firstLine
            ? `Same email as line ${lineOf(twice.firstLine)}`
            : 'Already invited to this event',
      }
    }),
    places: found.places,
    confirm: asked?.ok && found.errors.length === 0 ? { text, key: randomUUID() } : null,
    problem: problem ?? (refusal && refusalSentence(refusal)),
  }
  const status = refusal ? refusalStatus(refusal) : shown.confirm ? 200 : 422
  return data({ preview: shown, reply: null }, { status })
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/free-tickets')
  const sent = await readIntent(args.request, { preview: compFileSchema, import: confirmCompFileSchema })
  if (!sent.form.ok) {
    const reply = sent.form.submission.reply({ hideFields: ['file'] })
    return data({ preview: null, reply }, { status: 422 })
  }
  if (sent.intent === 'preview') {
    const { event, file } = sent.form.value
    return preview(args, event, await file.text())
  }
  const { event, text, key } = sent.form.value
  const { rows, problem } = readCompFile(text)
  if (problem) return preview(args, event, text)
  const issued = await issueComps(args, { event, rows, deadline: null, send: true, key })
  if (!issued.ok) return preview(args, event, text, issued.refusal)
  const { issued: all, waiting } = issued.value
  leaveFlash(
    args,
    'free-tickets',
    `Invited ${all - waiting}.${waiting > 0 ? ` ${waiting} need another admin’s approval.` : ''}`,
  )
  return redirect(paths.freeTickets({ event }), 303)
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Import free tickets', noindex: true })

export const handle: StaffHandle & UploadHandle = { crumbs: () => [{ label: 'Import' }], ...compUpload }

/** Issues invitations to free tickets from a file, after a preview. */
export default function ImportFreeTickets() {
  const { form, events, chosen } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <div className={stack[5]}>
      <PageHeader title="Import free tickets" text="All lines of a file are sent together, or none." />
      <ChooseEvent to={paths.freeTicketsImport()} events={events} chosen={chosen} />
      {form.event && (
        <CompImport
          form={{ ...form, event: form.event }}
          preview={result?.preview ?? null}
          reply={result?.reply ?? null}
        />
      )}
    </div>
  )
}
