import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { UploadHandle } from '#core/largest-file.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { photoUpload } from '#core/picture-focus.ts'
import { readStreamChoices, readStreamDesk } from '#features/live/desk/desk.reads.server.ts'
import { deskNotes } from '#features/live/desk/desk-forms.ts'
import { editorForms, takeEditorForm } from '#features/live/desk/take-editor-form.server.ts'
import { StreamEditor } from '#features/live/desk/ui/stream-editor.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requirePermission } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { availableSources } from '#server/live-sources-registry.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { narrow, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { id } = args.params
  const [, [desk, choices]] = await readGuarded(args, requirePermission(args, 'manage_streams'), () =>
    Promise.all([readStreamDesk(args, id), readStreamChoices(args, id)]),
  )
  if (!desk) throw notFound()
  const query = new URL(args.request.url).searchParams
  return {
    desk,
    choices,
    available: availableSources(),
    chosenSource: query.get('kind'),
    note: deskNotes[query.get('done') ?? ''] ?? null,
  }
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requirePermission(args, 'manage_streams')
  const desk = await readStreamDesk(args, args.params.id)
  if (!desk) throw notFound()
  const { id, hasOwnPoster, imagePath } = desk.stream
  const sent = await readIntent(args.request, editorForms)
  return await takeEditorForm(args, actor, id, hasOwnPoster ? imagePath : null, sent)
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, { title: loaded ? `Edit ${loaded.desk.stream.title}` : 'Page Not Found', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> & UploadHandle = {
  ...photoUpload,
  crumbs: (loaded) =>
    loaded
      ? [{ label: loaded.desk.stream.title, to: paths.adminStream(loaded.desk.stream.id) }, { label: 'Edit' }]
      : [],
}

/** Edits a stream. */
export default function StreamEditRoute() {
  const { desk, choices, available, chosenSource, note } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <div className={`${narrow} ${stack[5]}`}>
      <PageHeader
        title={desk.stream.title}
        actions={
          <LinkButton to={paths.adminStream(desk.stream.id)} variant="secondary">
            Open the desk
          </LinkButton>
        }
      />
      {note && !result && <Banner tone="success" title={note} announce />}
      <StreamEditor
        desk={desk}
        choices={choices}
        chosenSource={chosenSource}
        available={available}
        reply={result}
        refusal={result?.refusal ?? null}
      />
    </div>
  )
}
