import * as z from 'zod'
import { browserAt } from '#core/device.ts'
import { ok, type Result, refused } from '#core/result.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { DeviceForm, deviceReportSchema } from './devices.schema.ts'
import {
  type DeviceAnswer,
  deviceAnswerSchema,
  deviceStatusSchema,
  enrolledSchema,
  invitedSchema,
} from './devices.types.ts'

/** A one-time code, which the page shows once: the token is stored nowhere. */
export type Invitation = { name: string; token: string; expiresAt: string }

/**
 * Invites a phone to scan at an event, with the door manager's own session.
 * @param form the event and the device's name; one that is invited already gets a new code, and its old one ends
 * @returns the code's token; refused as `invite_door_device` refuses
 */
export async function inviteDevice(
  args: RequestArgs,
  { event, name }: { event: string; name: string },
): Promise<Result<Invitation>> {
  const token = makeToken()
  const values = { p_event: event, p_name: name, p_token_hash: hashToken(token) }
  const invited = await rpcResult(userClient(args), 'invite_door_device', values, invitedSchema)
  return invited.ok ? ok({ name, token, expiresAt: invited.value.expiresAt }) : invited
}

/**
 * Makes the caller's session the device of a one-time code.
 * @param device the browser's own id
 * @returns the event and the id that the browser uses at its door; refused as `enroll_door_device` refuses
 */
export function enrollDevice(
  args: RequestArgs,
  { token, device }: { token: string; device?: string | undefined },
): Promise<Result<z.output<typeof enrolledSchema>>> {
  const values = { p_token_hash: hashToken(token), p_device: device ?? null }
  return rpcResult(userClient(args), 'enroll_door_device', values, enrolledSchema)
}

/** Locks, unlocks or removes a device, or waives its check, with the door manager's own session; refused as the database refuses. */
export function changeDevice(
  args: RequestArgs,
  form: Exclude<DeviceForm, { intent: 'invite' }>,
): Promise<Result<unknown>> {
  const which = { p_event: form.event, p_device: form.device }
  const changed = z.object({ state: z.string() })
  switch (form.intent) {
    case 'lock':
    case 'unlock':
      return rpcResult(
        userClient(args),
        'lock_door_device',
        { ...which, p_locked: form.intent === 'lock' },
        changed,
      )
    case 'revoke':
      return rpcResult(userClient(args), 'revoke_door_device', { ...which, p_reason: form.reason }, changed)
    case 'waive':
      return rpcResult(userClient(args), 'waive_door_ready', { ...which, p_reason: form.reason }, changed)
  }
}

/** Stores what a device says of itself, with its own session; refused as `report_door_device` refuses: also device_locked, device_revoked. */
export async function reportDevice(
  args: RequestArgs,
  { event, device, ...report }: z.output<typeof deviceReportSchema>,
): Promise<Result<DeviceAnswer>> {
  const status = deviceStatusSchema.safeParse(report)
  if (!status.success) return refused('invalid')
  const browser = browserAt(args.request.headers.get('user-agent') ?? '')
  const values = { p_event: event, p_device: device, p_report: { ...status.data, browser } }
  return await rpcResult(userClient(args), 'report_door_device', values, deviceAnswerSchema)
}
