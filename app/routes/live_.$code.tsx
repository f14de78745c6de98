import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { data } from '@remix-run/node'
import { useActionData, useLoaderData, useRevalidator, useSearchParams } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { continueAsGuest } from '#features/accounts/accounts.writes.server.ts'
import { hasChat } from '#features/live/chat/chat.rules.ts'
import { LiveChat } from '#features/live/chat/ui/live-chat.tsx'
import { readLivePage } from '#features/live/live.reads.server.ts'
import { LivePlayer } from '#features/live/playback/ui/live-player.tsx'
import { takeLiveForm } from '#features/live/public/live-form.responses.server.ts'
import { LivePageView } from '#features/live/public/ui/live-page.tsx'
import { notFound } from '#server/api.server.ts'
import { livePage } from '#server/visitors-page.server.ts'

export const meta: MetaFunction<typeof loader> = ({ matches, data: read }) =>
  pageMeta(matches, {
    title: read?.stream ? read.stream.title : 'Live',
    description: read?.stream?.description || 'Live streams from our parties, and replays of past nights.',
    path: read?.stream ? paths.live(read.stream.code) : undefined,
  })

/** Shows one stream, by its code or id. */
export async function loader(args: LoaderFunctionArgs) {
  const read = await readLivePage(args, args.params.code)
  if (!read.stream) throw notFound()
  return data(read, { headers: livePage })
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const action = (args: ActionFunctionArgs) => takeLiveForm(args, continueAsGuest)

export default function StreamRoute() {
  const read = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { revalidate } = useRevalidator()
  const [query] = useSearchParams()
  return (
    <LivePageView
      read={read}
      isChosen
      beside={(stream) =>
        hasChat(stream, read.now) && <LiveChat stream={{ ...stream, timeZone: read.timeZone }} />
      }
      player={(stream) => (
        <LivePlayer key={stream.id} stream={stream} autoStart={query.has('watch')} onRefused={revalidate} />
      )}
      refusal={reply?.refusal ?? null}
    />
  )
}
