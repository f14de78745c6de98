/**
 * Opens database sessions for the stack's services. They survive what postgres.js alone does not: Postgres dying in the middle of
 * a transaction.
 */
import { connect, type Socket } from 'node:net'
import postgres, { type Row, type Sql } from 'postgres'
import { arrayTypes } from './array-type.ts'

/** Reports that a request waited too long for a session; PostgREST sends 504 then. */
export class PoolTimeout extends Error {}
/** Reports that the session's connection broke while a request was using it. */
export class SessionLost extends Error {}

const lossCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  // Postgres is starting, stopping, or ended the session.
  '57P01',
  '57P02',
  '57P03',
])

/** Returns whether an error means that the database went away, so that a retry may succeed. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof SessionLost || error instanceof PoolTimeout) return true
  return error instanceof Error && 'code' in error && lossCodes.has(String(error.code))
}

/** Sets how long a request waits for a session, in milliseconds, as PostgREST's db-pool-acquisition-timeout. */
const acquisitionTimeout = 10_000

export type PoolOptions = {
  /** Limits the sessions. */
  size: number
  port: number
  user: string
  password: string
  /** Sets each session's settings, such as search_path. */
  settings?: Record<string, string>
}

/**
 * Wraps one database connection. Statements are sent at once, without waiting for the results of those before, and Postgres
 * returns the results in order. When the connection breaks, everything that waits in it fails: postgres.js would send what was not
 * sent yet through a new connection, where the BEGIN and the role before it are missing.
 */
export class Session {
  readonly #sql: Sql
  readonly #pending = new Set<(error: Error) => void>()
  #isLost = false

  constructor({ port, user, password, settings }: PoolOptions) {
    const socket = async () => {
      if (this.#isLost) throw new SessionLost('The connection to the database was lost.')
      return openSocket(port)
    }
    const options = {
      host: '127.0.0.1',
      port,
      user,
      password,
      database: 'postgres',
      max: 1,
      max_lifetime: null,
      connection: { TimeZone: 'UTC', ...settings },
      fetch_types: false,
      types: { json: jsonType(114), jsonb: jsonType(3802), date: instantType, ...arrayTypes },
      onnotice() {},
      onclose: () => this.#lose(),
      socket,
    }
    this.#sql = postgres(options)
  }

  get isLost(): boolean {
    return this.#isLost
  }

  /** Runs one statement, prepared when it has parameters. */
  async run<T extends (object | undefined)[] = Row[]>(
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<{ rows: T; count: number }> {
    if (this.#isLost) throw new SessionLost('The connection to the database was lost.')
    // Booleans would be sent as such even where the column is jsonb: leave every type to the server.
    const parameters = values.map((value) => (typeof value === 'boolean' ? this.#sql.typed(value, 0) : value))
    const query = this.#sql.unsafe<T>(statement, parameters as never[], { prepare: values.length > 0 })
    return new Promise((resolve, reject) => {
      this.#pending.add(reject)
      query.then(
        (rows) => {
          this.#pending.delete(reject)
          resolve({ rows, count: rows.count })
        },
        (error: unknown) => {
          this.#pending.delete(reject)
          reject(error)
          if (!(error instanceof postgres.PostgresError) || error.severity !== 'ERROR') this.#lose()
        },
      )
    })
  }

  /**
   * Runs `work` in a transaction. What `opening` sends after BEGIN is not awaited before `work` sends its first statement.
   * @param begin `begin`, or `begin` with modes
   */
  async transaction<T>(
    work: () => PromiseLike<T>,
    opening: () => Promise<unknown> = async () => {},
    begin = 'begin',
  ): Promise<T> {
    const opened = Promise.all([this.run(begin), opening()])
    opened.catch(() => {})
    try {
      const result = await work()
      await opened
      await this.run('commit')
      return result
    } catch (error) {
      await this.run('rollback').catch(() => {})
      // Throws the first error, which is the cause of the later ones.
      await opened
      throw error
    }
  }

  end(): Promise<void> {
    return this.#sql.end({ timeout: 1 })
  }

  /** Fails waiting statements, because postgres.js never settles those it had not sent when a connection can't be opened. */
  #lose(): void {
    if (this.#isLost) return
    this.#isLost = true
    for (const reject of this.#pending) reject(new SessionLost('The connection to the database was lost.'))
    this.#pending.clear()
    void this.#sql.end({ timeout: 0 })
  }
}

/** Passes an instant as the text that it is: as a Date it would lose its microseconds, and a filter by it would find nothing. */
const instantType = {
  to: 1184,
  from: [1082, 1114, 1184],
  serialize: (value: unknown) => (value instanceof Date ? value.toISOString() : String(value)),
  parse: (text: string) => new Date(text),
}

/** Reads and writes JSON as text: serializing it again would store a string. */
function jsonType(oid: number) {
  return {
    to: oid,
    from: [oid],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  }
}

function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      socket.setNoDelay(true)
      resolve(socket)
    })
  })
}

/** Shares a fixed number of sessions; work beyond it waits in line. */
export class SessionPool {
  readonly #options: PoolOptions
  /** Holds in each place of the pool a session that is free, or null when the next one to take it opens one. */
  readonly #free: (Session | null)[]
  readonly #waiting: { group: string; most: number; take: (session: Session | null) => void }[] = []
  /** Counts sessions in use, by group. */
  readonly #used = new Map<string, number>()

  constructor(options: PoolOptions) {
    this.#options = options
    this.#free = Array.from({ length: options.size }, () => null)
  }

  /**
   * Runs `work` with a session that nobody else uses meanwhile.
   * @param group the caller; it gets `most` sessions at a time, which leaves the rest to others
   * @throws PoolTimeout when none becomes free in time
   */
  async use<T>(
    work: (session: Session) => Promise<T>,
    { group, most }: { group: string; most: number } = { group: '', most: this.#options.size },
  ): Promise<T> {
    const isFree = this.#free.length > 0 && (this.#used.get(group) ?? 0) < most
    const taken = isFree ? this.#take(group) : await this.#wait(group, most)
    const session = taken && !taken.isLost ? taken : new Session(this.#options)
    try {
      // postgres.js may fail the first statement of a connection and send those that follow it all the same.
      if (session !== taken) await session.run('select')
      return await work(session)
    } finally {
      this.#used.set(group, (this.#used.get(group) ?? 1) - 1)
      this.#free.push(session)
      this.#serveNext()
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.#free.filter((session) => session !== null).map((session) => session.end()))
  }

  #take(group: string): Session | null {
    this.#used.set(group, (this.#used.get(group) ?? 0) + 1)
    return this.#free.pop() ?? null
  }

  /** Gives a free session to the request that has waited longest among those whose group may have one more. */
  #serveNext(): void {
    const at = this.#waiting.findIndex(({ group, most }) => (this.#used.get(group) ?? 0) < most)
    const [next] = at === -1 ? [] : this.#waiting.splice(at, 1)
    next?.take(this.#take(next.group))
  }

  #wait(group: string, most: number): Promise<Session | null> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        reject(new PoolTimeout('Timed out acquiring connection from connection pool.'))
      }, acquisitionTimeout)
      const waiter = {
        group,
        most,
        take: (session: Session | null) => {
          clearTimeout(timer)
          resolve(session)
        },
      }
      this.#waiting.push(waiter)
    })
  }
}
