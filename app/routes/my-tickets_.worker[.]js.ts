import { createHash } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { defaultBrand } from '#core/brand.ts'
import { dark, light } from '#core/palette.ts'
import * as paths from '#core/paths.ts'
import { savedTicketsCache } from '#core/saved-tickets.ts'
import { runOfflineWorker } from '#features/tickets/offline-worker.ts'
import { readShell } from '#server/shell.server.ts'

/** Opens the real page as soon as the site responds again; keeps the screen on meanwhile, where the browser can. */
const script = `
const look=()=>navigator.onLine&&fetch(${JSON.stringify(paths.ticketsWorker())},{cache:'no-store'}).then(r=>r.ok&&location.reload(),()=>{});
addEventListener('online',look);setInterval(look,15000);
const stay=()=>document.visibilityState==='visible'&&navigator.wakeLock?.request('screen').catch(()=>{});
document.addEventListener('visibilitychange',stay);stay();
`
const hash = createHash('sha256').update(script).digest('base64')

const colors = (['ground', 'ink', 'accent'] as const)
  .map((role) => `--${role}:light-dark(${light[role]},${dark[role]})`)
  .join(';')

const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Serves the service worker of My Tickets. It may control that page and what is below it, and nothing else of the site. */
export async function loader(args: LoaderFunctionArgs) {
  // The worker is wanted most where the site can't be reached: while its name can't be read, it has the default one.
  const { name } = await readShell(args).then(
    ({ brand }) => brand,
    () => defaultBrand,
  )
  const options = {
    cache: savedTicketsCache,
    path: paths.myTickets(),
    policy,
    script,
    brand: { name, colors },
  }
  const text = `(${runOfflineWorker})(self,${JSON.stringify(options).replaceAll('<', '\\u003c')})`
  return new Response(text, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'private, no-cache',
      // A worker runs under the policy of its file: it only fetches pages of the site.
      'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
      'service-worker-allowed': paths.myTickets(),
    },
  })
}
