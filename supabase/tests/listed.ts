import type { Sql } from 'postgres'

/**
 * Lists a ticket for return, whatever else stands against it: its place is free, as the rules want it. Less than 3 hours before doors
 * the site's job returns it to its holder within a minute: a test wants an event with `doorsIn: 5`.
 */
export async function markListed(sql: Sql, ticket: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      insert into private.ticket_listings (ticket_id, from_release_id, to_release_id)
      select k.id, l.release_id, l.release_id from public.tickets k join public.order_lines l on l.id = k.order_line_id
      where k.id = ${ticket}`
    await tx`update public.tickets set custody = 'listed' where id = ${ticket}`
    await tx`
      select private.change_stock(array[row('ticket', array[k.ticket_type_id], array[1])::private.line_choice], 0, -1)
      from public.tickets k where k.id = ${ticket}`
    await tx`
      select private.move_listed_place(l, true) from private.ticket_listings l where l.ticket_id = ${ticket} and l.status = 'listed'`
  })
}

/** Gives a listed ticket back to its holder; does nothing to one that is not listed. */
export async function takeBackListed(sql: Sql, ticket: string): Promise<void> {
  await sql`
    select private.take_back_listed(l, 'a test') from private.ticket_listings l where l.ticket_id = ${ticket} and l.status = 'listed'`
}
