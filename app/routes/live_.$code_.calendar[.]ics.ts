import type { LoaderFunctionArgs } from '@remix-run/node'
import { readLivePage } from '#features/live/live.reads.server.ts'
import { streamCalendar } from '#features/live/public/stream-calendar.ts'
import { readEnv } from '#server/env.server.ts'

/** Serves a stream that is to come as a calendar file. Responds 404 for any other. */
export async function loader(args: LoaderFunctionArgs) {
  const read = await readLivePage(args, args.params.code)
  const file = streamCalendar(read, readEnv().SITE_URL)
  if (file === null || !read.stream) throw new Response('Not found', { status: 404 })
  return new Response(file, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${read.stream.code}.ics"`,
      'cache-control': 'private, no-store',
    },
  })
}
