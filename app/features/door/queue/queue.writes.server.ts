import { ok, type Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { readCode } from '../door.writes.server.ts'
import type { QueuedScan, Upload } from './queue.schema.ts'
import { type Uploaded, uploadedSchema } from './queue.types.ts'

/** A scan with its code verified again: what a device says that it read is not believed. */
async function verified({ code, member, ...scan }: QueuedScan) {
  const reading = await readCode(code)
  return {
    ...scan,
    member: member?.hash,
    memberGeneration: member?.generation,
    ticket: reading.p_ticket,
    generation: reading.p_generation,
    code: reading.p_code,
    bad: reading.p_result,
  }
}

/**
 * Stores what a device did without a network, and finds the truth about its tickets and guests. In any order, as often as it likes: where
 * the guests are refused the scans are stored, and known when they are sent again.
 * @returns what became of each scan; or the refusal of `upload_scans` or `upload_guests`
 */
export async function uploadScans(args: RequestArgs, upload: Upload): Promise<Result<Uploaded>> {
  const device = { p_event: upload.event, p_device: upload.device, p_offset_ms: upload.clockOffsetMs }
  const client = userClient(args)
  const scans = await rpcResult(
    client,
    'upload_scans',
    { ...device, p_scans: await Promise.all(upload.scans.map(verified)) },
    uploadedSchema,
  )
  if (!scans.ok || upload.guests.length === 0) return scans
  const guests = await rpcResult(
    client,
    'upload_guests',
    { ...device, p_scans: upload.guests },
    uploadedSchema,
  )
  if (!guests.ok) return guests
  return ok({ ...guests.value, results: [...scans.value.results, ...guests.value.results] })
}
