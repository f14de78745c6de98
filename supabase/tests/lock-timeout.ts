import type { Sql, TransactionSql } from 'postgres'

const lockNotAvailable = '55P03'

/**
 * Does work that locks whole tables in a transaction, without disturbing the tests that run beside it: a wait for a lock ends
 * after 100 ms, long before Postgres looks for deadlocks and ends a transaction of its choice, and the work starts again.
 * @returns what the work returned
 * @throws whatever the work throws, other than that it waited too long; the transaction is then rolled back
 */
export async function withLockTimeout<T>(sql: Sql, work: (tx: TransactionSql) => Promise<T>): Promise<T> {
  for (;;) {
    let value: { done: T } | undefined
    try {
      await sql.begin(async (tx) => {
        await tx`set local lock_timeout = '100ms'`
        value = { done: await work(tx) }
      })
      if (value) return value.done
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === lockNotAvailable)) throw error
      await new Promise((resolve) => setTimeout(resolve, 10 + Math.random() * 40))
    }
  }
}
