import type { LoaderFunctionArgs } from '@remix-run/node'
import { isDateOpen } from '#features/events/events.rules.ts'
import { eventCalendar } from '#features/events/public/event-calendar.ts'
import { readEventPage } from '#features/events/public/public-events.reads.server.ts'
import { readEnv } from '#server/env.server.ts'

/**
 * Serves the event as a calendar file. Responds 404 to people who may not see the place, and for an event without a
 * date.
 */
export async function loader(args: LoaderFunctionArgs) {
  const page = await readEventPage(args, args.params.id)
  if (!page || page.event.locked || isDateOpen(page.event)) throw new Response('Not found', { status: 404 })
  return new Response(eventCalendar(page.event, readEnv().SITE_URL), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${page.event.slug}.ics"`,
    },
  })
}
