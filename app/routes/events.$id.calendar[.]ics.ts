import type { LoaderFunctionArgs } from '@remix-run/node'
import { linkTokenSchema } from '#core/account-fields.ts'
import type { EventBrief } from '#core/event-brief.ts'
import { isDateOpen } from '#features/events/events.rules.ts'
import { eventCalendar } from '#features/events/public/event-calendar.ts'
import { readEventPage } from '#features/events/public/public-events.reads.server.ts'
import { readTicketsByLink } from '#features/tickets/tickets.reads.server.ts'
import { readEnv } from '#server/env.server.ts'

/**
 * Serves the event as a calendar file, with the venue as far as the reader may know it. Responds 404 to people who may not open the
 * event, and for an event without a date. Somebody with a link to tickets of the event (`order`) gets what their holder is told.
 */
export async function loader(args: LoaderFunctionArgs) {
  const event = (await readByLink(args)) ?? (await readByPage(args))
  if (!event || isDateOpen(event)) throw new Response('Not found', { status: 404 })
  return new Response(eventCalendar(event, readEnv().SITE_URL), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${event.slug}.ics"`,
      'cache-control': 'private, no-store',
    },
  })
}

async function readByPage(args: LoaderFunctionArgs) {
  const page = await readEventPage(args, args.params.id)
  return page && !page.event.locked ? page.event : null
}

async function readByLink(args: LoaderFunctionArgs): Promise<EventBrief | null> {
  const token = linkTokenSchema.safeParse(new URL(args.request.url).searchParams.get('order')).data
  const wallet = token ? await readTicketsByLink(args, token) : []
  return wallet.find(({ event }) => event.id === args.params.id)?.event ?? null
}
