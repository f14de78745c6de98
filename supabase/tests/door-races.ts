import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { countWrong, readTruth } from './door-truth.ts'
import { createEvent } from './event-fixture.ts'
import { actAs, tally, together } from './races.ts'
import { buy } from './selling.ts'
import type { TestUsers } from './test-users.ts'

/**
 * One ticket, that devices let in without a network and hand in at once, while others scan it online.
 * @returns how the calls ended; entries that are open; how many are counted inside beside how many came; and whether what is stored differs
 *   from the replay
 */
export async function raceOfUploads(
  users: TestUsers,
  pool: Sql,
  { uploads, online }: { uploads: number; online: number },
) {
  const event = await createEvent(users.sql)
  await buy(users.service, await users.extra(), event, { Entry: 1 })
  const [ticket] = await users.sql<
    { id: string }[]
  >`select id from public.tickets where event_id = ${event.eventId}`
  const id = ticket?.id ?? ''
  const endings = await together(pool, uploads + online, async (tx, n) => {
    await actAs(users, tx, 'Ada')
    if (n >= uploads)
      return tx`select public.check_in(${event.eventId}, ${id}, 1, null, ${randomUUID()}, 'Main', 'camera', null, ${randomUUID()})`
    const at = new Date(Date.now() - 60_000 - n * 1000).toISOString()
    const scan = {
      scan: randomUUID(),
      seq: 0,
      at,
      action: 'admit',
      ticket: id,
      generation: 1,
      gate: 'Side',
      result: 'ok',
    }
    return tx`select public.upload_scans(${event.eventId}, ${randomUUID()}, 0, ${tx.json([scan])})`
  })
  const { entries, conflicts, inNow } = await readTruth(users.sql, event.eventId)
  const wrong = await countWrong(users.sql, event.eventId)
  const [row] = await users.sql<{ admitted: number }[]>`
    select count(*) filter (where result = 'ok')::int as admitted from public.scans where event_id = ${event.eventId}`
  const open = entries.filter((entry) => entry.endsWith(' inside')).length
  return {
    endings: tally(endings),
    open,
    conflicts: conflicts.length,
    inNow,
    admitted: row?.admitted ?? 0,
    wrong,
  }
}
