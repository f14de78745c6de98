import { useEffect, useState } from 'react'
import { writeStored } from '#browser/storage.ts'
import { useUser } from '#browser/user-context.tsx'
import { formatClockWithZone, formatLongDay } from '#core/event-time.ts'
import { formatLongMoment } from '#core/long-moment.ts'
import * as paths from '#core/paths.ts'
import { type SavedTickets, savedTicketsCache, savedTicketsOwnerKey } from '#core/saved-tickets.ts'
import { groupTickets, splitWallet } from './tickets.rules.ts'
import type { WalletEvent } from './tickets.types.ts'

/**
 * Saves the upcoming tickets of this page on the phone and starts the worker that shows them without internet.
 * `browser/stored-user.ts` deletes them when their owner signs out or somebody else signs in.
 * @param wallet null where the page has no tickets: what was saved of it is deleted
 * @param token of the secret link that the page was opened by; null for the caller's own
 * @param now the moment the page was read, ISO 8601
 * @returns whether they are saved
 */
export function useSavedTickets(wallet: WalletEvent[] | null, token: string | null, now: string): boolean {
  const { user } = useUser()
  const owner = user?.id ?? (token === null ? null : 'visitor')
  const [saved, setSaved] = useState(false)
  useEffect(() => {
    const key = paths.myTickets({ order: token })
    // Missing in some browsers and on pages without TLS, whatever the types say.
    if (!('caches' in window) || !('serviceWorker' in navigator)) return
    const upcoming = wallet && owner ? splitWallet(wallet, now).upcoming : []
    const isKept = upcoming.length > 0
    async function keep() {
      if (!isKept) {
        if (await caches.has(savedTicketsCache)) await (await caches.open(savedTicketsCache)).delete(key)
        return false
      }
      const cache = await caches.open(savedTicketsCache)
      writeStored('local', savedTicketsOwnerKey, owner)
      await cache.put(key, Response.json(savedOf(upcoming, token, now)))
      await navigator.serviceWorker.register(paths.ticketsWorker(), { scope: paths.myTickets() })
      return true
    }
    // Without it the page works as before: nobody has to be told.
    keep().then(setSaved, () => undefined)
  }, [wallet, owner, token, now])
  return saved
}

/** Chooses what is kept: of the holder the first name alone, and dates in full, because it is read on another day. */
function savedOf(upcoming: WalletEvent[], token: string | null, now: string): SavedTickets {
  return {
    title: token === null ? 'My tickets' : 'Your tickets',
    savedAt: now,
    events: upcoming.map((each) => {
      const { event, qrVisibleAt, isTest } = each
      const { ready, waiting, closed } = groupTickets(each, now)
      const isOpen = event.status === 'postponed'
      return {
        title: event.title,
        when: isOpen
          ? 'New date soon'
          : `${formatLongDay(event.doorsAt, event.timeZone)}, doors ${formatClockWithZone(event.doorsAt, event.timeZone)}`,
        place: [event.venueName, event.address, event.city].filter(Boolean).join(', '),
        later:
          waiting.length > 0 && !isOpen
            ? `Codes appear on ${formatLongMoment(qrVisibleAt, event.timeZone)}. You need internet once from then on.`
            : null,
        endsAt: event.endsAt,
        isTest,
        tickets: [...ready, ...waiting, ...closed].map(({ ticket, label }) => ({
          type: ticket.partOf ? `${ticket.typeName}, ${ticket.partOf}` : ticket.typeName,
          firstName: ticket.holderName.trim().split(/\s+/)[0] ?? '',
          state: label.label,
          next: label.next,
          qr: label.state === 'valid' ? ticket.qr : null,
          code: label.state === 'valid' ? ticket.code : null,
        })),
      }
    }),
  }
}
