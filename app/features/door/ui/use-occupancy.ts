import { useCallback, useState } from 'react'
import { usePolling } from '#browser/use-polling.ts'
import * as paths from '#core/paths.ts'
import { alarmNews } from '../zones/zones.rules.ts'
import { countedSchema, type Occupancy, occupancySchema } from '../zones/zones.types.ts'
import { deviceId } from './device-id.ts'

/** Sets how often the page is read again, in milliseconds: an alarm shows within 2 s. */
const every = 1500

type Click = { id: string; zone: string; change: number; at: string }

/**
 * Keeps the occupancy of an event current, and counts clicks. A click shows at once and is sent until the server has it: its id makes it
 * count once.
 * @returns as `usePolling`, with the clicks that wait added; how many wait; and what clicks
 */
export function useOccupancy(initial: Occupancy) {
  const live = usePolling(initial, {
    address: paths.apiDoorClicks({ event: initial.event.id }),
    every,
    parse: (body) => occupancySchema.parse(body),
    newsBetween: (before, after) => alarmNews(before.zones, after.zones),
  })
  const [waiting, setWaiting] = useState<Click[]>([])
  const send = useCallback(
    async (click: Click) => {
      for (let wait = 500; ; wait = Math.min(wait * 2, 10_000)) {
        const response = await fetch(paths.apiDoorClicks(), {
          method: 'POST',
          credentials: 'include',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ event: initial.event.id, device: deviceId(), clicks: [click] }),
        }).catch(() => null)
        const isRefused = response !== null && response.status >= 400 && response.status < 500
        if (isRefused || countedSchema.safeParse(response?.ok ? await response.json() : null).success) break
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
      setWaiting((clicks) => clicks.filter(({ id }) => id !== click.id))
    },
    [initial.event.id],
  )
  const click = (zone: string, change: number) => {
    const one = { id: crypto.randomUUID(), zone, change, at: new Date().toISOString() }
    setWaiting((clicks) => [...clicks, one])
    void send(one)
  }
  return { ...live, waiting: waiting.length, click }
}
