/** A fixed number of database sessions for API requests; requests beyond it wait in line. */
import type { Row, Sql } from 'postgres'

/** A request waited too long for a session; PostgREST answers 504 then. */
export class PoolTimeout extends Error {}
/** The session's connection broke while a request was using it. */
export class SessionLost extends Error {}

/** How long a request waits for a session, as PostgREST's db-pool-acquisition-timeout. */
const patienceMs = 10_000

/**
 * One database connection. Statements are sent at once, without waiting for the answers of those before, and
 * Postgres answers in order. A connection that broke is opened anew for the next request, never within one: what was
 * BEGIN and SET ROLE would be missing.
 */
export class Session {
  readonly #sql: Sql
  #isLost = false

  constructor(connect: (onClose: () => void) => Sql) {
    this.#sql = connect(() => {
      this.#isLost = true
    })
  }

  /** Runs one statement, prepared when it has parameters. */
  async run(statement: string, values: readonly unknown[] = []): Promise<{ rows: Row[]; count: number }> {
    if (this.#isLost) throw new SessionLost('The connection to the database was lost.')
    // Booleans would be sent as such even where the column is jsonb: leave every type to the server.
    const parameters = values.map((value) => (typeof value === 'boolean' ? this.#sql.typed(value, 0) : value))
    const rows = await this.#sql.unsafe<Row[]>(statement, parameters as never[], {
      prepare: values.length > 0,
    })
    return { rows, count: rows.count }
  }

  renew(): void {
    this.#isLost = false
  }

  end(): Promise<void> {
    return this.#sql.end({ timeout: 1 })
  }
}

export class SessionPool {
  readonly #sessions: Session[]
  readonly #idle: Session[]
  readonly #waiting: ((session: Session) => void)[] = []

  /** @param connect opens one postgres.js client with `max: 1` that calls back when its connection closes */
  constructor(size: number, connect: (onClose: () => void) => Sql) {
    this.#sessions = Array.from({ length: size }, () => new Session(connect))
    this.#idle = [...this.#sessions]
  }

  /**
   * Runs `work` with a session that nobody else uses meanwhile.
   * @throws PoolTimeout when none becomes free in time
   */
  async use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = this.#idle.pop() ?? (await this.#wait())
    session.renew()
    try {
      return await work(session)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(session)
      else this.#idle.push(session)
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.#sessions.map((session) => session.end()))
  }

  #wait(): Promise<Session> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1)
        reject(new PoolTimeout('Timed out acquiring connection from connection pool.'))
      }, patienceMs)
      const take = (session: Session) => {
        clearTimeout(timer)
        resolve(session)
      }
      this.#waiting.push(take)
    })
  }
}
