import * as z from 'zod'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type MailLog, mailLogSchema, type StaffMail, staffMailSchema } from './mail.types.ts'
import { hiddenSecrets, isMailKind, mailKinds } from './mail-kinds.server.ts'
import type { MailLogQuery } from './mail-log.schema.ts'

/** Holds the text of a mail: its subject and both parts. */
export type StaffMailText = { subject: string; html: string; text: string }

/**
 * Reads one mail for admins and writes its text again from the present state of what it is about, without its secret links and
 * ticket codes.
 * @returns null when there is no such mail; `text` is null when what it was written from is gone, or there is nothing to send any more
 */
export async function readStaffMail(
  args: RequestArgs,
  id: string,
): Promise<{ mail: StaffMail; text: StaffMailText | null } | null> {
  if (!z.uuid().safeParse(id).success) return null
  const mail = await rpc(userClient(args), 'read_staff_mail', { p_mail: id }, staffMailSchema.nullable())
  return mail && { mail, text: await writeAnew(args, mail) }
}

async function writeAnew({ context }: RequestArgs, { id, kind }: StaffMail): Promise<StaffMailText | null> {
  if (!isMailKind(kind)) return null
  try {
    const written = await mailKinds[kind].write(id, hiddenSecrets)
    return written && { subject: written.subject, html: written.html, text: written.text }
  } catch (error) {
    context.requestContext.log.warn({ err: error, mail: id, kind }, 'mail preview not written')
    return null
  }
}

/**
 * Reads a page of the log of mails, the latest first.
 * @param limit mails of the page, 200 at most
 * @throws for everybody but admins
 */
export function listStaffMails(
  args: RequestArgs,
  { show, q, kind, person, from, to, after }: MailLogQuery,
  limit = 50,
): Promise<MailLog> {
  const values = {
    p_show: show,
    p_search: q || null,
    p_kind: kind,
    p_person: person,
    p_from: from,
    p_to: to,
    p_after: after,
    p_limit: limit,
  }
  return rpc(userClient(args), 'list_staff_mails', values, mailLogSchema)
}
