import { useCallback, useEffect, useRef, useState } from 'react'
import * as z from 'zod'
import { readStored, writeStored } from '#browser/storage.ts'
import { usePolling } from '#browser/use-polling.ts'
import * as paths from '#core/paths.ts'
import { alarmNews } from '../zones/zones.rules.ts'
import { countedSchema, type Occupancy, occupancySchema } from '../zones/zones.types.ts'
import { deviceId } from './device-id.ts'

/** Sets how often the page is read again, in milliseconds: an alarm shows within 2 s. */
const every = 1500

const clickSchema = z.object({ id: z.uuid(), zone: z.uuid(), change: z.int(), at: z.string() })
type Click = z.output<typeof clickSchema>

/** Most clicks of one request, and the longest pause after one that failed, in milliseconds. */
const batchSize = 100
const longestPause = 10_000

const keyOf = (event: string) => `door-clicks:${event}`

/** Reads the clicks that wait from the browser's storage, where a reload finds them. */
function readClicks(event: string): Click[] {
  try {
    return z.array(clickSchema).parse(JSON.parse(readStored('local', keyOf(event)) ?? '[]'))
  } catch {
    return []
  }
}

function keepClicks(event: string, clicks: Click[]): void {
  writeStored('local', keyOf(event), clicks.length > 0 ? JSON.stringify(clicks) : null)
}

/** Sends clicks. @returns whether the server has them, or takes them never */
async function sendClicks(event: string, clicks: Click[]): Promise<boolean> {
  const response = await fetch(paths.apiDoorClicks(), {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event, device: deviceId(), clicks }),
  }).catch(() => null)
  // A session that ended is no answer about a click: it waits for the next sign-in.
  const isRefused = response !== null && [404, 409, 413, 422].includes(response.status)
  return isRefused || countedSchema.safeParse(response?.ok ? await response.json() : null).success
}

/**
 * Keeps the occupancy of an event current, and counts clicks. A click shows at once, is kept over a reload, and is sent until the server has
 * it: its id makes it count once.
 * @returns as `usePolling`, with the clicks that wait added; how many wait; and what clicks
 */
export function useOccupancy(initial: Occupancy) {
  const event = initial.event.id
  const live = usePolling(initial, {
    address: paths.apiDoorClicks({ event }),
    every,
    parse: (body) => occupancySchema.parse(body),
    newsBetween: (before, after) => alarmNews(before.zones, after.zones),
  })
  const [waiting, setWaiting] = useState(0)
  const isSending = useRef(false)
  const send = useCallback(async () => {
    if (isSending.current) return
    isSending.current = true
    for (let pause = 500; readClicks(event).length > 0; ) {
      const batch = readClicks(event).slice(0, batchSize)
      if (await sendClicks(event, batch)) {
        const sent = new Set(batch.map(({ id }) => id))
        const left = readClicks(event).filter(({ id }) => !sent.has(id))
        keepClicks(event, left)
        setWaiting(left.length)
        pause = 500
      } else {
        await new Promise((resolve) => setTimeout(resolve, pause))
        pause = Math.min(pause * 2, longestPause)
      }
    }
    isSending.current = false
  }, [event])
  useEffect(() => {
    setWaiting(readClicks(event).length)
    void send()
  }, [event, send])
  const click = (zone: string, change: number) => {
    const clicks = [
      ...readClicks(event),
      { id: crypto.randomUUID(), zone, change, at: new Date().toISOString() },
    ]
    keepClicks(event, clicks)
    setWaiting(clicks.length)
    void send()
  }
  return { ...live, waiting, click }
}
