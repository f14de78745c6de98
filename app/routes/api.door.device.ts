import { deviceReportSchema } from '#features/door/devices/devices.schema.ts'
import { reportDevice } from '#features/door/devices/devices.writes.server.ts'
import { requireGrant } from '#server/actor.server.ts'
import { apiAction, refusalResponse } from '#server/api.server.ts'

/**
 * Takes what a scanning device says of itself: battery, whether its browser keeps its store, waiting scans, clock, its check before
 * doors. Answers `DeviceAnswer`, or 403 with `device_locked` or `device_revoked`.
 */
export const action = apiAction(
  { schema: deviceReportSchema, guard: (args, { event }) => requireGrant(args, 'scan', event) },
  async (args, { value }) => {
    const told = await reportDevice(args, value)
    if (!told.ok) return refusalResponse(told.refusal)
    return Response.json(told.value, { headers: { 'cache-control': 'no-store' } })
  },
)
