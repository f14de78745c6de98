import { findPickups, readStation } from '#features/door/pickup/pickup.reads.server.ts'
import { askStationSchema, stationQuerySchema } from '#features/door/pickup/pickup.schema.ts'
import type { FoundResponse, HandOverResponse } from '#features/door/pickup/pickup.types.ts'
import { handOver } from '#features/door/pickup/pickup.writes.server.ts'
import { requireStaffPage } from '#server/actor.server.ts'
import { apiAction, refusalResponse } from '#server/api.server.ts'

const noStore = { headers: { 'cache-control': 'no-store' } }

/**
 * Looks something up or hands it over at the station that the address names, for its open page. A hand-over that is sent again
 * with the same `scan` says what was done.
 */
export const action = apiAction(
  { schema: askStationSchema, guard: (args) => requireStaffPage(args, '/ticket-scanner') },
  async (args, { value }) => {
    const query = stationQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
    if (value.intent === 'find') {
      const [found, station] = await Promise.all([
        findPickups(args, query, value.code),
        readStation(args, query),
      ])
      if (!found.ok) return refusalResponse(found.refusal)
      if (!station.ok) return refusalResponse(station.refusal)
      const response: FoundResponse = { found: found.value, station: station.value }
      return Response.json(response, noStore)
    }
    const { item, scan, device } = value
    const handed = await handOver(args, query, { items: item, scan, device })
    if (!handed.ok) return refusalResponse(handed.refusal)
    const station = await readStation(args, query)
    if (!station.ok) return refusalResponse(station.refusal)
    const response: HandOverResponse = { handed: handed.value, station: station.value }
    return Response.json(response, noStore)
  },
)
