import type { MetaFunction } from '@remix-run/node'
import { pageMeta } from '#core/page-meta.ts'
import { OfflineStation } from '#features/door/offline/ui/offline-station.tsx'
import type { ShellHandle } from '#ui/shell/page-shell.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Ticket scanner', noindex: true })

/** The scanner's service worker keeps this page for everybody alike: it reads nothing from the server, and nobody's data is in it. */
export const handle: ShellHandle = { shell: 'bare' }

export default function TicketScannerOfflineRoute() {
  return <OfflineStation />
}
