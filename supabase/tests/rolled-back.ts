import type { TransactionSql } from 'postgres'
import type { Name, TestUsers } from './test-users.ts'

const undo = new Error('undo')

/**
 * Does work in a transaction as one of the people, and rolls it back: nobody else ever sees what it changes.
 * @param isolation with `repeatable read` the work sees one state of the database, fixed by its first query
 * @returns what the work returned
 * @throws whatever the work throws
 */
export async function rolledBack<Found>(
  users: TestUsers,
  who: Name,
  work: (tx: TransactionSql) => Promise<Found>,
  isolation: 'read committed' | 'repeatable read' = 'repeatable read',
): Promise<Found> {
  const claims = JSON.stringify({ sub: await users.id(who), role: 'authenticated' })
  let found: { value: Found } | undefined
  await users.sql
    .begin(`isolation level ${isolation}`, async (tx) => {
      // No query, so that the work can lock a table before the state is fixed.
      await tx.unsafe(`set local request.jwt.claims = '${claims}'`)
      found = { value: await work(tx) }
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  if (!found) throw new Error('the work did not end')
  return found.value
}
