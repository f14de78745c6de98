import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { AuditQuery } from './audit.schema.ts'
import { type AuditLog, auditLogSchema } from './audit.types.ts'

/**
 * Reads a page of the audit log, the latest rows first.
 * @param query the filters, and where the page begins
 * @param limit rows of the page, 200 at most
 * @throws for everybody but admins
 */
export function listAudit(
  args: RequestArgs,
  { q, person, action, kind, subject, from, to, after }: AuditQuery,
  limit = 50,
): Promise<AuditLog> {
  const [afterAt, afterId] = after?.split(' ') ?? []
  return rpc(
    userClient(args),
    'list_audit',
    {
      p_subject_kind: kind,
      p_subject: subject,
      p_person: person || null,
      p_action: action,
      p_text: q || null,
      p_from: from,
      p_to: to,
      p_after_at: afterAt ?? null,
      p_after_id: afterId ? Number(afterId) : null,
      p_limit: limit,
    },
    auditLogSchema,
  )
}
