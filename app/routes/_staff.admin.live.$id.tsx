import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { usePolling } from '#browser/use-polling.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { streamStates } from '#core/stream-states.ts'
import { readStreamDesk } from '#features/live/desk/desk.reads.server.ts'
import { newsBetween } from '#features/live/desk/desk.rules.ts'
import { streamDeskSchema } from '#features/live/desk/desk.types.ts'
import { deskForms, deskNotes } from '#features/live/desk/desk-forms.ts'
import { takeDeskForm } from '#features/live/desk/take-desk-form.server.ts'
import { StreamDeskPage } from '#features/live/desk/ui/stream-desk.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readEnv } from '#server/env.server.ts'
import { readIntent } from '#server/form.server.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { stack } from '#ui/layout.css.ts'
import { Ended, Freshness } from '#ui/office/freshness.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

/** Sets how often the page is read again while it is visible, in milliseconds. */
const every = 3000

export async function loader(args: LoaderFunctionArgs) {
  const [, desk] = await readGuarded(args, requireStaffPage(args, '/admin/live'), () =>
    readStreamDesk(args, args.params.id),
  )
  if (!desk) throw notFound()
  const { RTMP_PORT: port, SITE_URL: site } = readEnv()
  const sender = port === undefined ? null : `rtmp://${new URL(site).hostname}:${port}/live`
  const note = deskNotes[new URL(args.request.url).searchParams.get('done') ?? ''] ?? null
  return { desk, sender, note }
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireStaffPage(args, '/admin/live')
  const desk = await readStreamDesk(args, args.params.id)
  if (!desk) throw notFound()
  return await takeDeskForm(args, actor, desk.stream.id, await readIntent(args.request, deskForms))
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, { title: loaded ? `Desk: ${loaded.desk.stream.title}` : 'Page Not Found', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (loaded) => (loaded ? [{ label: loaded.desk.stream.title }] : []),
}

/** The desk of one stream, kept current while it is open. */
export default function StreamDeskRoute() {
  const { desk: initial, sender, note } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const {
    read: desk,
    at,
    liveness,
    news,
  } = usePolling(initial, {
    address: paths.apiStaffStream(initial.stream.id),
    every,
    parse: (body) => streamDeskSchema.parse(body),
    newsBetween,
  })
  const { stream, mayManage } = desk
  return (
    <div className={stack[5]}>
      <PageHeader
        title={stream.title}
        text={
          <Badge tone={streamStates[stream.state].tone}>
            <span data-testid="state">{streamStates[stream.state].label}</span>
          </Badge>
        }
        actions={
          <>
            <div role="status">
              <VisuallyHidden>{news}</VisuallyHidden>
            </div>
            <Freshness at={at} now={desk.now} timeZone={desk.timeZone} state={liveness.state} />
            {mayManage && (
              <LinkButton to={paths.adminStreamEdit(stream.id)} variant="secondary">
                Edit
              </LinkButton>
            )}
          </>
        }
      />
      {liveness.state === 'ended' && <Ended reason={liveness.reason} />}
      {note && !result && <Banner tone="success" title={note} announce />}
      {result?.refusal && <Banner tone="danger" title={result.refusal} announce />}
      <StreamDeskPage desk={desk} reply={result} streamKey={result?.key ?? null} sender={sender} />
    </div>
  )
}
