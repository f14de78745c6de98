import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { listTotalSchema } from '#core/list-total.ts'

const entrySchema = z.object({
  id: z.int(),
  at: instant,
  /** A name of the database, such as `order.refund`; `auditAction` puts it into words. */
  action: z.string(),
  /** Null for what the server did by itself. */
  actorId: z.uuid().nullable(),
  actorName: z.string().nullable(),
  actorUsername: z.string().nullable(),
  /** The role that the person had then: a role, or `service`. */
  actorRole: z.string().nullable(),
  subjectKind: z.string(),
  subjectId: z.string().nullable(),
  /** The subject's current name; null where it is gone or has no name. */
  subject: z
    .object({
      name: z.string().nullable(),
      username: z.string().nullish(),
      orderCode: z.string().nullish(),
      eventId: z.uuid().nullish(),
    })
    .nullable(),
  /** Changed fields with both values; the field is null where the action names it. */
  changes: z.array(z.object({ field: z.string().nullable(), from: z.json(), to: z.json() })),
  reason: z.string().nullable(),
  /** Other facts of the row, by name. */
  details: z.record(z.string(), z.json()),
  /** Names of the ids among the changes and details, by id. */
  names: z.record(z.string(), z.string()),
  /** The network address; null for people's own changes, and after 90 days. */
  address: z.string().nullable(),
})
/** A row of the audit log. */
export type AuditEntry = z.output<typeof entrySchema>

/** Describes rows of the audit log as `private.audit_entries` returns them. */
export const auditEntriesSchema = z.array(entrySchema)

/** Result of `list_audit`. */
export const auditLogSchema = z.object({
  entries: auditEntriesSchema,
  /** Where the next page begins; null on the last one. */
  next: z.object({ at: instant, id: z.int() }).nullable(),
  total: listTotalSchema,
  timeZone: z.string(),
  currency: z.string(),
  now: instant,
})
export type AuditLog = z.output<typeof auditLogSchema>

/** Where and how values of a row are written: the brand's zone and currency, and the time of the read. */
export type AuditContext = Pick<AuditLog, 'timeZone' | 'currency' | 'now'>
