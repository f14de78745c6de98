import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { issuedCompsSchema } from '#features/sharing/free-tickets/free-tickets.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import type { TestEvent } from './event-fixture.ts'
import { call } from './selling.ts'
import type { Name, TestUsers } from './test-users.ts'

/** Issues and claims free tickets for tests. */

/** What a row of a form or a file says of an invitation. */
export type CompFields = Partial<
  Record<'name' | 'email' | 'type' | 'quantity' | 'reason' | 'note' | 'transferable', string>
>

/** Makes a row that can be issued. */
export const compRow = (testEvent: TestEvent, fields: CompFields = {}) => ({
  name: 'Kim Charles',
  email: `kim-${randomUUID().slice(0, 8)}@example.com`,
  type: Object.values(testEvent.types)[0] ?? '',
  quantity: '1',
  reason: 'press',
  note: '',
  transferable: '',
  ...fields,
})

/** Issues rows as an admin does. */
export async function issueComps(
  users: TestUsers,
  testEvent: TestEvent,
  rows: CompFields[],
  { by = 'Ada', send = true, key = randomUUID() }: { by?: Name; send?: boolean; key?: string } = {},
) {
  const p_rows = rows.map((row) => compRow(testEvent, row))
  const values = { p_event: testEvent.eventId, p_rows, p_deadline: null, p_send: send, p_key: key }
  return call(await users.actingAs(by), 'issue_comps', values, issuedCompsSchema)
}

/** Makes a link of a place and returns the hash of its token. */
export async function compLink(users: TestUsers, invitation: string, number = 1): Promise<string> {
  const [place] = await users.sql<{ id: string }[]>`
    select id from private.comp_places where invitation_id = ${invitation} and number = ${number}`
  const p_token_hash = hashToken(makeToken())
  const values = { p_purpose: 'free_ticket', p_subject: place?.id ?? '', p_token_hash }
  const { error } = await users.service.rpc('add_link', values)
  if (error) throw error
  return p_token_hash
}

/** Issues one invitation, and makes its link. */
export async function issueComp(
  users: TestUsers,
  testEvent: TestEvent,
  {
    quantity = 1,
    by = 'Ada',
    ...fields
  }: Omit<CompFields, 'quantity'> & { quantity?: number; by?: Name } = {},
) {
  const rows = [{ ...fields, quantity: String(quantity) }]
  const { id, waiting } = await issueComps(users, testEvent, rows, { by })
  return { id, waiting, link: waiting > 0 ? '' : await compLink(users, id) }
}

/** Claims the place of a link; returns the code of its order. */
export async function claimComp(
  users: TestUsers,
  link: string,
  { name = 'Kim Charles', email = 'kim@example.com', owner = null as string | null } = {},
): Promise<string> {
  const p_buyer = { name, email, terms: true, terms_version: '2026-11-22' }
  const values = { p_token_hash: link, p_owner: owner, p_buyer }
  const claimed = await call(users.service, 'claim_comp', values, z.object({ orderCode: z.string() }))
  return claimed.orderCode
}
