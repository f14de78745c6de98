/** Lets the engine's query builder run its statements in one session of the pool. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Session } from './session-pool.ts'

export class SessionDialect implements Dialect {
  readonly #driver: SessionDriver

  constructor(session: Session) {
    this.#driver = new SessionDriver(session)
  }

  createDriver(): Driver {
    return this.#driver
  }

  createAdapter(): PostgresAdapter {
    return new PostgresAdapter()
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler()
  }

  createIntrospector(db: Kysely<unknown>): PostgresIntrospector {
    return new PostgresIntrospector(db)
  }
}

/** Drives a transaction that belongs to the session's owner: the builder must not begin or end one. */
class SessionDriver implements Driver {
  readonly #connection: SessionConnection

  constructor(session: Session) {
    this.#connection = new SessionConnection(session)
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
  async releaseConnection(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction(): Promise<void> {
    throw new Error('A request is one transaction already.')
  }

  async commitTransaction(): Promise<void> {
    throw new Error('A request is one transaction already.')
  }

  async rollbackTransaction(): Promise<void> {
    throw new Error('A request is one transaction already.')
  }
}

class SessionConnection implements DatabaseConnection {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const wrapped = wrapAsJson(sql)
    const { rows, count } = await this.#session.run(wrapped ?? sql, parameters)
    return {
      rows: wrapped ? rows.map((row) => row.row) : [],
      numAffectedRows: BigInt(count ?? 0),
    }
  }

  // biome-ignore lint/correctness/useYield: the engine never streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported.')
  }
}

/**
 * Lets Postgres write each row as JSON, as it does for PostgREST: times, numbers, arrays and ranges then look the same.
 * @returns null for statements without rows
 */
function wrapAsJson(sql: string): string | null {
  if (/^\s*select\s/i.test(sql)) return `select row_to_json(_row) as row from (${sql}) _row`
  if (/\sreturning\s/i.test(sql)) return `with _row as (${sql}) select row_to_json(_row) as row from _row`
  return null
}
