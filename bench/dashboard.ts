import { cpus, loadavg } from 'node:os'
import { ensureBuilt } from '../scripts/build.ts'
import { openSite, whole } from './growth.ts'
import { sized } from './size.ts'

/**
 * `npm run bench -- dashboard`: measures the views of the dashboard with five million page views and 200,000 orders, which
 * `growth.sql` writes. Filling takes some minutes; `--data <folder>` keeps the data there and uses it again.
 */

const visits = sized(2_500_000, 400)
const warmUps = sized(3, 0)
const rounds = sized(40, 1)

const pages: Record<string, string> = {
  'overview, today': '/analytics?days=1',
  'overview, 30 days': '/analytics',
  'overview, a year': '/analytics?days=365',
  'overview, a year, by the event’s day': '/analytics?days=365&basis=event',
  'overview, a year, one device': '/analytics?days=365&device=mobile',
  'events, 30 days': '/analytics?view=events',
  'events, a year': '/analytics?view=events&days=365',
  'sources, 30 days': '/analytics?view=sources',
  'sources, a year': '/analytics?view=sources&days=365',
  'funnel, 30 days': '/analytics?view=funnel',
  'funnel, a year': '/analytics?view=funnel&days=365',
  'door, 30 days': '/analytics?view=door',
  'door, a year': '/analytics?view=door&days=365',
  'shop, a year': '/analytics?view=shop&days=365',
  retention: '/analytics?view=retention&days=365',
  pace: '/analytics?view=pace',
  'rows of net revenue, 30 days': '/analytics/rows?figure=net',
  'rows of visits, 30 days': '/analytics/rows?figure=visits',
  'rows of looks in the funnel, 30 days': '/analytics/rows?figure=viewed',
  'rows of paid buyers in the funnel, a year': '/analytics/rows?figure=paidBuyers&days=365',
  'the API, 30 days': '/api/analytics/dashboard?days=30',
}

const quantile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/**
 * Measures whole responses of each page, one request after the other, and prints their medians and 95th percentiles.
 * @param folder where the data stays; left out, it goes at the end
 */
export async function measureDashboard(folder?: string): Promise<void> {
  const giveUp = (error: Error) => console.error(error.message)
  await ensureBuilt()
  console.log('Writing five million page views takes some minutes ...')
  const site = await openSite(true, sized(4000, 200), giveUp, { visits, folder })
  try {
    const times = Object.entries(pages).map(([name, path]) => ({ name, path, waits: [] as number[] }))
    for (let round = -warmUps; round < rounds; round++)
      for (const { path, waits } of times) {
        const waited = await whole(site.url + path, { cookie: site.cookie })
        if (round >= 0) waits.push(waited)
      }
    const [, load] = loadavg()
    console.log(
      `\n${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, load average of the last minutes ${load?.toFixed(1)}\n`,
    )
    console.log(`Through the site, signed in, whole responses, ${rounds} of each in turns:`)
    console.table(
      Object.fromEntries(
        times.map(({ name, waits }) => {
          const sorted = waits.toSorted((a, b) => a - b)
          return [
            name,
            {
              'median, ms': Math.round(quantile(sorted, 0.5)),
              'p95, ms': Math.round(quantile(sorted, 0.95)),
            },
          ]
        }),
      ),
    )
  } finally {
    await site.stop()
  }
}
