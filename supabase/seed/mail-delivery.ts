import type { Sql } from 'postgres'
import type { Person } from './people.ts'

/** Whose mails came back or were marked as spam: places in the list of people, none of them in the demo's leading parts. */
const reports: { place: number; kind: string; times: number; note: string; daysAgo: number }[] = [
  {
    place: 41,
    kind: 'hard_bounce',
    times: 1,
    note: 'smtp; 550 5.1.1 The email account does not exist',
    daysAgo: 6,
  },
  { place: 42, kind: 'complaint', times: 1, note: '', daysAgo: 4 },
  { place: 43, kind: 'soft_bounce', times: 3, note: 'smtp; 452 4.2.2 The mailbox is full', daysAgo: 2 },
  {
    place: 44,
    kind: 'hard_bounce',
    times: 1,
    note: 'smtp; 550 5.4.1 Recipient address rejected',
    daysAgo: 20,
  },
]

/** The suppression of this place was lifted: the person called. */
const lifted = 44

/**
 * Lets the mail provider report what became of the mails of the past: nearly all delivered, some returned, one marked as spam; and
 * what follows from it.
 */
export async function seedMailDelivery(sql: Sql, people: Person[], now: Date): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`
    await tx`
      update private.mail_outbox m set send_rule = 'transactional', delivery = 'delivered', delivery_at = m.sent_at + interval '3 seconds'
      where m.status = 'sent' and m.kind = 'order_paid' and m.sent_at is not null and m.delivery is null`
    for (const { place, kind, times, note, daysAgo } of reports) {
      const email = people[place]?.email
      if (!email) continue
      for (let n = 0; n < times; n++) {
        const at = new Date(now.getTime() - (daysAgo + n * 3) * 86_400_000)
        await tx`
          select public.record_mail_event('local', ${`seed:${place}:${n}`}, ${kind}, array(
            select m.provider_id from private.mail_outbox m
            where lower(m.recipient) = lower(${email}) and m.kind = 'order_paid' and m.sent_at < ${at} order by m.created_at desc offset ${n} limit 1),
            ${email}, ${at}, ${note})`
      }
      await tx`
        update private.mail_suppressions set created_at = ${new Date(now.getTime() - daysAgo * 86_400_000)}
        where address = lower(${email}) and lifted_at is null`
    }
    const [admin, person] = [people[0], people[lifted]]
    if (admin && person)
      await tx`
        update private.mail_suppressions set lifted_at = ${new Date(now.getTime() - 18 * 86_400_000)}, lifted_by = ${admin.id},
          lift_reason = 'Called us: the mailbox was full for a day and works again'
        where address = lower(${person.email}) and lifted_at is null`
  })
}
