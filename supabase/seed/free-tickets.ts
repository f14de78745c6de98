import { createHash } from 'node:crypto'
import type { Sql } from 'postgres'
import { termsVersion } from '#core/legal.ts'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

type Guest = {
  name: string
  reason: string
  quantity: number
  became: 'sent' | 'claimed' | 'declined' | 'expired' | 'revoked'
}

const guests: Guest[] = [
  { name: 'Renée Baptiste', reason: 'press', quantity: 2, became: 'claimed' },
  { name: 'DJ Spice Garden', reason: 'artist', quantity: 4, became: 'claimed' },
  { name: 'Marlon Quow', reason: 'influencer', quantity: 2, became: 'sent' },
  { name: 'Tessa Noel', reason: 'giveaway', quantity: 1, became: 'declined' },
  { name: 'Curtis Joseph', reason: 'service_recovery', quantity: 1, became: 'expired' },
  { name: 'Odette Pierre', reason: 'giveaway', quantity: 2, became: 'revoked' },
]

const emailOf = (name: string) =>
  `${name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z ]/g, '')
    .replaceAll(' ', '.')}@jouvay.example`

/** Gives free tickets of a coming event, through the functions that staff and guests use, one or more in each state before doors. */
export async function seedFreeTickets(tx: Sql, [ada]: Person[]): Promise<void> {
  const event = namedId('event:midnight-jouvay')
  const [type] = await tx<{ id: string }[]>`
    select t.id from public.ticket_types t join public.ticket_type_pools p on p.ticket_type_id = t.id
    join public.capacity_pools c on c.id = p.pool_id
    where t.event_id = ${event} order by c.capacity - c.sold - c.held - c.blocked desc, t.position, t.id limit 1`
  if (!type || !ada) return
  const act = (claims: object) => tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
  const issue = async (guest: Omit<Guest, 'became'>, send: boolean): Promise<string> => {
    const row = {
      ...guest,
      quantity: String(guest.quantity),
      email: emailOf(guest.name),
      type: type.id,
      note: '',
    }
    await act({ sub: ada.id, role: 'authenticated' })
    const [issued] = await tx<{ id: string }[]>`
      select public.issue_comps(${event}, ${tx.json([row])}, null, ${send}, ${`seed ${guest.name}`}) ->> 'id' as id`
    return issued?.id ?? ''
  }
  // the last invitation is above it
  await tx`insert into private.comp_quotas (issuer_id, places) values (${ada.id}, 14)`
  for (const guest of guests) await end(tx, act, ada.id, guest, await issue(guest, true))
  await redeemOne(tx, act, ada.id)
  await issue({ name: 'Keisha Alleyne', reason: 'staff', quantity: 1 }, false)
  await issue({ name: 'Roadblock Radio', reason: 'giveaway', quantity: 10 }, true)
  await act({})
  // their mails count as sent
  await tx`
    delete from private.jobs j using private.mail_outbox m
    where j.kind = 'mail' and j.key = m.id::text and (m.subject_kind = 'comp_place' or m.kind = 'free_tickets_approval'
      or exists (select 1 from private.comp_places p where p.order_id = m.subject_id))`
  await tx`
    update private.mail_outbox m set status = 'sent', sent_at = now()
    where m.status = 'queued' and (m.subject_kind = 'comp_place' or m.kind = 'free_tickets_approval'
      or exists (select 1 from private.comp_places p where p.order_id = m.subject_id))`
}

/**
 * Lets one invited guest into the event whose doors are open: invited and claimed before them, scanned since. Before its doors the scan
 * is refused, and the ticket stays claimed.
 */
async function redeemOne(tx: Sql, act: (claims: object) => PromiseLike<unknown>, ada: string): Promise<void> {
  const event = namedId('event:bass-culture')
  const [open] = await tx<{ type: string; doors_at: Date; starts_at: Date; ends_at: Date }[]>`
    select t.id as type, e.doors_at, e.starts_at, e.ends_at from public.events e join public.ticket_types t on t.event_id = e.id
    where e.id = ${event} order by t.position limit 1`
  if (!open) return
  const guest = { name: 'Shereen Lashley', reason: 'press', quantity: '1', type: open.type, note: '' }
  const email = emailOf(guest.name)
  const setTimes = (doors: Date, starts: Date, ends: Date) => tx`
    update public.events set doors_at = ${doors}, starts_at = ${starts}, ends_at = ${ends} where id = ${event}`
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
  await setTimes(hours(26), hours(26), hours(30))
  await act({ sub: ada, role: 'authenticated' })
  const [issued] = await tx<{ id: string }[]>`
    select public.issue_comps(${event}, ${tx.json([{ ...guest, email }])}, null, true, 'seed redeemed') ->> 'id' as id`
  await end(
    tx,
    act,
    ada,
    { name: guest.name, reason: guest.reason, quantity: 1, became: 'claimed' },
    issued?.id ?? '',
  )
  await setTimes(open.doors_at, open.starts_at, open.ends_at)
  await act({ sub: ada, role: 'authenticated' })
  await tx`
    select public.check_in(${event}, k.id, k.generation, null, ${namedId('scan:redeemed')}, 'Main gate', 'camera')
    from private.comp_places p join public.tickets k on k.order_id = p.order_id where p.invitation_id = ${issued?.id ?? ''}`
}

/** Does what became of an invitation. */
async function end(
  tx: Sql,
  act: (claims: object) => PromiseLike<unknown>,
  ada: string,
  { name, became }: Guest,
  id: string,
): Promise<void> {
  if (became === 'revoked') {
    await act({ sub: ada, role: 'authenticated' })
    await tx`select public.revoke_comp(${id}, 'Meant for somebody else')`
  } else if (became === 'expired') {
    await tx`
      update public.holds h set expires_at = now() from private.comp_places p where p.invitation_id = ${id} and h.id = p.hold_id`
    await tx`update private.comp_invitations set deadline_at = now() where id = ${id}`
    await act({ role: 'service_role' })
    await tx`select public.run_comp_jobs()`
  } else if (became !== 'sent') {
    const hash = createHash('sha256').update(`seed ${id}`).digest('base64url')
    await act({ role: 'service_role' })
    await tx`
      select public.add_link('free_ticket', p.id, ${hash}) from private.comp_places p where p.invitation_id = ${id} and p.number = 1`
    const buyer = { name, email: emailOf(name), terms: true, terms_version: termsVersion }
    if (became === 'declined') await tx`select public.decline_comp(${hash})`
    else await tx`select public.claim_comp(${hash}, null, ${tx.json(buyer)})`
  }
}
