import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { readCode } from '../door.writes.server.ts'
import type { QueuedScan, Upload } from './queue.schema.ts'
import { type Uploaded, uploadedSchema } from './queue.types.ts'

/** A scan with its code verified again: what a device says that it read is not believed. */
async function verified({ code, ...scan }: QueuedScan) {
  const reading = await readCode(code)
  return {
    ...scan,
    ticket: reading.p_ticket,
    generation: reading.p_generation,
    code: reading.p_code,
    bad: reading.p_result,
  }
}

/**
 * Stores what a device did without a network, and finds the truth about its tickets. In any order, as often as it likes.
 * @returns what became of each scan; or the refusal of `upload_scans`
 */
export async function uploadScans(args: RequestArgs, upload: Upload): Promise<Result<Uploaded>> {
  const params = {
    p_event: upload.event,
    p_device: upload.device,
    p_offset_ms: upload.clockOffsetMs,
    p_scans: await Promise.all(upload.scans.map(verified)),
  }
  return rpcResult(userClient(args), 'upload_scans', params, uploadedSchema)
}
