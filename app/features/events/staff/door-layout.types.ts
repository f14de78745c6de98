import * as z from 'zod'

/** Result of `read_door_layout`: the zones and gates of an event. */
export const doorLayoutSchema = z.object({
  zones: z.array(z.object({ id: z.uuid(), name: z.string(), capacity: z.int() })),
  gates: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      /** The zone that it leads to. */
      zoneId: z.uuid().nullable(),
      /** Ticket types that may use it; none: all. */
      typeIds: z.array(z.uuid()),
    }),
  ),
  /** Ticket types of the event. */
  types: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type DoorLayout = z.output<typeof doorLayoutSchema>
