import * as z from 'zod'
import { instant } from '#core/columns.ts'

/** The parts of the check before doors, in the order in which people go through them. */
export const readyParts = ['camera', 'sound', 'pack', 'clock', 'battery', 'storage'] as const
export type ReadyPart = (typeof readyParts)[number]

const partSchema = z.enum(['ok', 'bad']).optional()
/** How each part of a device's check went; one that is left out was not tried. */
export const readySchema = z.strictObject({
  camera: partSchema,
  sound: partSchema,
  pack: partSchema,
  clock: partSchema,
  battery: partSchema,
  storage: partSchema,
} satisfies Record<ReadyPart, typeof partSchema>)
export type Ready = z.output<typeof readySchema>

/** A device's report of itself in `POST /api/door/device`. Nothing that decides: it is shown to door managers. */
export const deviceStatusSchema = z.strictObject({
  /** Percent. */
  battery: z.number().min(0).max(100).transform(Math.round).optional(),
  isKept: z.boolean().optional(),
  waitingScans: z.int().min(0).max(1_000_000).optional(),
  clockOffsetMs: z.number().min(-1e12).max(1e12).transform(Math.round).optional(),
  ready: readySchema.optional(),
})
export type DeviceStatus = z.output<typeof deviceStatusSchema>

/** The state of a device: `expired` when nobody took its code, `enrolled` until it is seen for the first time. */
export const deviceStates = ['invited', 'expired', 'enrolled', 'active', 'locked', 'revoked'] as const
export type DeviceState = (typeof deviceStates)[number]

/** Result of `list_door_devices`: the devices at the door of an event, those that were removed last. */
export const deviceListSchema = z.object({
  now: instant,
  event: z.object({
    id: z.uuid(),
    title: z.string(),
    timeZone: z.string(),
    doorsAt: instant,
    endsAt: instant,
  }),
  devices: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      kind: z.enum(['enrolled', 'staff']),
      state: z.enum(deviceStates),
      /** Whose browser it is; null for an enrolled device. */
      person: z.string().nullable(),
      inviteExpiresAt: instant.nullable(),
      enrolledAt: instant.nullable(),
      lastSeenAt: instant.nullable(),
      packVersion: z.int().nullable(),
      packAt: instant.nullable(),
      /** Milliseconds by which the server's clock is ahead of the device's. */
      clockOffsetMs: z.int().nullable(),
      /** Percent. */
      battery: z.int().nullable(),
      /** True if its browser promised to keep what it stores. */
      isKept: z.boolean().nullable(),
      /** Scans that it has not uploaded. */
      waitingScans: z.int(),
      ready: readySchema.nullable(),
      readyAt: instant.nullable(),
      waivedBy: z.string().nullable(),
      waivedAt: instant.nullable(),
      waiveReason: z.string().nullable(),
      revokedAt: instant.nullable(),
      revokeReason: z.string().nullable(),
      handedInAt: instant.nullable(),
    }),
  ),
})
export type DeviceList = z.output<typeof deviceListSchema>
export type DoorDevice = DeviceList['devices'][number]

/** Result of `invite_door_device`. */
export const invitedSchema = z.object({ device: z.uuid(), name: z.string(), expiresAt: instant })

/** Result of `enroll_door_device`: `device` is the id that the browser uses at this door from now on. */
export const enrolledSchema = z.object({ event: z.uuid(), device: z.uuid(), name: z.string() })

/** Result of `report_door_device`, and the response of `POST /api/door/device`. */
export const deviceAnswerSchema = z.object({
  device: z.uuid().nullable(),
  name: z.string().nullable(),
  /** A door manager lets it scan though its check before doors is red. */
  isWaived: z.boolean(),
  waiveReason: z.string().nullable(),
  serverNow: instant,
})
export type DeviceAnswer = z.output<typeof deviceAnswerSchema>
