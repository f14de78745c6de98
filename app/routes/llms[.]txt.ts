import type { LoaderFunctionArgs } from '@remix-run/node'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { formatPrice } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { listPublicEvents } from '#features/events/public/public-events.reads.server.ts'
import { notFound } from '#server/api.server.ts'
import { readEnv } from '#server/env.server.ts'
import { readShell } from '#server/shell.server.ts'

/** Keeps a text on one line and out of the syntax of links. */
const plain = (text: string) => text.replace(/[[\]()<>\s]+/g, ' ').trim()

/** Tells language models what is public here: events to come as a visitor sees them, policies, and where questions are answered. */
export async function loader(args: LoaderFunctionArgs) {
  const { mode, SITE_URL } = readEnv()
  if (mode === 'staging') throw notFound()
  const [{ brand }, { events, currency, now }] = await Promise.all([readShell(args), listPublicEvents()])
  const link = (label: string, path: string, note: string) =>
    `- [${plain(label)}](${SITE_URL}${path}): ${note}`
  const lines = [
    `# ${plain(brand.name)}`,
    '',
    '> Events, tickets, shop, live streams and community. Prices include mandatory fees; tax is added at checkout.',
    '',
    '## Events',
    ...events.map(({ id, slug, title, startsAt, timeZone, venueName, city, fromCents }) =>
      link(
        title,
        paths.event(id, slug),
        [
          `${formatDay(startsAt, timeZone, now)}, ${formatClockWithZone(startsAt, timeZone)}`,
          plain([venueName, city].filter(Boolean).join(', ')),
          ...(fromCents === null ? [] : [`from ${formatPrice(fromCents, currency)}`]),
        ].join('; '),
      ),
    ),
    link('All events', paths.events(), 'with filters'),
    '',
    '## Policies',
    link('Refunds', paths.refunds(), 'what comes back, and until when'),
    link('Terms', paths.terms(), 'of buying and of the site'),
    link('Privacy', paths.privacy(), 'what is stored'),
    '',
    '## Help',
    link('Help', paths.help(), 'questions and answers, and a form to write to us'),
    link('Shop', paths.shop(), 'merch'),
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'X-Page-Cache': 'public, max-age=3600' },
  })
}
