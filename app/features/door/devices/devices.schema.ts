import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'

/** A device's own news. The rest of it is read with `deviceStatusSchema`: a program writes it, and nobody reads its messages. */
export const deviceReportSchema = z.looseObject({ event: z.uuid(), device: z.uuid() })

/** The token of a one-time code: 256 bits, base64url. */
export const tokenSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

/** The body that a phone sends to enroll: the token from the fragment of the address, and its own id. */
export const enrollSchema = z.strictObject({ token: tokenSchema, device: z.uuid().optional() })

const reasonSchema = z
  .string('Please give a reason')
  .trim()
  .min(3, 'Please give a reason')
  .max(200, 'Reason must be at most 200 characters')
  .refine(isOneLine, strangeText)

const whichSchema = { event: z.uuid('Choose an event'), device: z.uuid() }

/** Parses the invitation of a phone. */
export const inviteDeviceSchema = z.strictObject({
  intent: z.literal('invite'),
  event: z.uuid('Choose an event'),
  name: z
    .string('Name the device')
    .trim()
    .min(1, 'Name the device')
    .max(40, 'Name must be at most 40 characters')
    .refine(isOneLine, strangeText),
})

/** Parses the lock of a device, and its end. */
export const lockDeviceSchema = z.strictObject({ intent: z.literal('lock'), ...whichSchema })
export const unlockDeviceSchema = z.strictObject({ intent: z.literal('unlock'), ...whichSchema })

/** Parses the removal of a device. */
export const revokeDeviceSchema = z.strictObject({
  intent: z.literal('revoke'),
  ...whichSchema,
  reason: reasonSchema,
})

/** Parses a waiver of a device's check before doors. */
export const waiveDeviceSchema = z.strictObject({
  intent: z.literal('waive'),
  ...whichSchema,
  reason: reasonSchema,
})

/** The forms of the page of devices by their intent. */
export const deviceForms = {
  invite: inviteDeviceSchema,
  lock: lockDeviceSchema,
  unlock: unlockDeviceSchema,
  revoke: revokeDeviceSchema,
  waive: waiveDeviceSchema,
}
export type DeviceForm = {
  [Intent in keyof typeof deviceForms]: z.output<(typeof deviceForms)[Intent]>
}[keyof typeof deviceForms]
