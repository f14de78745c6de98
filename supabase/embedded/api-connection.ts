/**
 * The database connection of the Data API's engine. It runs each request in one transaction as the caller's role, the
 * way PostgREST does, with BEGIN, role and claims sent ahead of the first statement instead of awaited one by one.
 */
import {
  type AnyAST,
  type ConnectionContextOptions,
  type IntrospectResult,
  RelationNotFoundError,
  type VarsContext,
} from '@supabase/lite'
import { PostgresConnection } from '@supabase/lite/postgres'
import { Kysely } from 'kysely'
import postgres from 'postgres'
import { z } from 'zod'
import { ApiFailure, toApiFailure } from './api-failure.ts'
import { SessionDialect } from './session-dialect.ts'
import { type Session, SessionPool } from './session-pool.ts'

/** What a transaction knows about the request it serves, readable in SQL by `current_setting('request.…')`. */
export type RequestContext = {
  role: string
  claims: Record<string, unknown>
  method?: string
  path?: string
  headers?: Record<string, string>
}

const contextStatement = `select
  set_config('role', $1, true),
  set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true),
  set_config('request.path', $4, true),
  set_config('request.headers', $5, true),
  set_config('statement_timeout', $6, true)`

const varsSchema = z.object({
  auth: z.object({
    role: z.enum(['anon', 'authenticated', 'service_role']),
    jwt: z.record(z.string(), z.unknown()).nullish(),
  }),
})

/** The engine hands JSON over as text already; serializing that again would store a string. */
const jsonType = (oid: number) => ({
  to: oid,
  from: [oid],
  serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string): unknown => JSON.parse(text),
})

export class ApiConnection extends PostgresConnection {
  readonly #pool: SessionPool
  #schema: Promise<IntrospectResult> | null = null
  /** Statement timeouts set on roles: SET ROLE alone doesn't apply them. */
  readonly #timeouts = new Map<string, string>()

  /**
   * @param options.secret password of the stack's own roles
   * @param options.size sessions for requests
   */
  constructor(options: { port: number; secret: string; size: number }) {
    const address = { host: '127.0.0.1', port: options.port, database: 'postgres', pass: options.secret }
    super({
      url: '',
      // The engine's own look at the schema and storage's bookkeeping.
      postgresOptions: { ...address, username: 'supabase_admin', max: 3, onnotice() {} },
    })
    this.#pool = new SessionPool(options.size, (onclose) =>
      postgres({
        ...address,
        username: 'authenticator',
        max: 1,
        max_lifetime: null,
        backoff: () => 0.1,
        connection: { search_path: 'public, extensions', TimeZone: 'UTC' },
        types: { json: jsonType(114), jsonb: jsonType(3802) },
        onnotice() {},
        onclose,
      }),
    )
  }

  /** Looks at the schema anew; requests keep the old picture until the new one is there. */
  async refresh(): Promise<void> {
    await this.clearSchemaCache()
    const [schema] = await Promise.all([this.#look(), this.#readRoleSettings()])
    this.#schema = Promise.resolve(schema)
  }

  override introspect(): Promise<IntrospectResult> {
    if (!this.#schema) {
      const look = this.#look()
      look.catch(() => {
        this.#schema = null
      })
      this.#schema = look
    }
    return this.#schema
  }

  async #look(): Promise<IntrospectResult> {
    const schema = await super.introspect({ useCache: true })
    // The engine takes a failed look for an empty database, which can't be: auth and storage have tables.
    if (schema.tables.length > 0) return schema
    await this.clearSchemaCache()
    throw new ApiFailure(503, {
      code: 'PGRST002',
      message: 'Could not query the database for the schema cache. Retrying.',
      details: null,
      hint: null,
    })
  }

  async #readRoleSettings(): Promise<void> {
    const rows = await this.driver<{ role: string; timeout: string }[]>`
      select r.rolname as role, split_part(setting, '=', 2) as timeout
      from pg_roles r, unnest(r.rolconfig) setting
      where setting like 'statement_timeout=%'`
    this.#timeouts.clear()
    for (const { role, timeout } of rows) this.#timeouts.set(role, timeout)
  }

  /** Opens a transaction as the caller; statements of `work` may be sent while the opening is on its way. */
  async asCaller<T>(
    context: RequestContext,
    work: (session: Session) => Promise<T>,
    options: { readOnly?: boolean } = {},
  ): Promise<T> {
    return this.#pool.use(async (session) => {
      const opening = Promise.all([
        session.run(options.readOnly ? 'begin read only' : 'begin'),
        session.run(contextStatement, this.#contextValues(context)),
      ])
      opening.catch(() => {})
      try {
        const result = await work(session)
        await opening
        await session.run('commit')
        return result
      } catch (error) {
        await session.run('rollback').catch(() => {})
        // What went wrong first is what the caller should hear.
        await opening
        throw error
      }
    })
  }

  /** One statement as the caller, in a single round trip. */
  async queryAsCaller(
    context: RequestContext,
    statement: string,
    values: readonly unknown[],
  ): Promise<postgres.Row[]> {
    return this.#pool.use(async (session) => {
      const results = await Promise.allSettled([
        session.run('begin'),
        session.run(contextStatement, this.#contextValues(context)),
        session.run(statement, values),
        session.run('commit'),
      ])
      for (const result of results) if (result.status === 'rejected') throw result.reason
      return results[2].status === 'fulfilled' ? results[2].value.rows : []
    })
  }

  #contextValues(context: RequestContext): string[] {
    return [
      context.role,
      JSON.stringify(context.claims),
      context.method ?? '',
      context.path ?? '',
      JSON.stringify(context.headers ?? {}),
      this.#timeouts.get(context.role) ?? this.#timeouts.get('authenticator') ?? '0',
    ]
  }

  override async onPostgrestAST(ast: AnyAST): Promise<AnyAST> {
    try {
      return await super.onPostgrestAST(ast)
    } catch (error) {
      if (!(error instanceof RelationNotFoundError)) throw error
      throw new ApiFailure(404, { code: 'PGRST205', message: error.message, details: null, hint: null })
    }
  }

  override async withContext<T>(
    vars: VarsContext | undefined,
    work: (db: Kysely<unknown>) => Promise<T>,
    options?: ConnectionContextOptions,
  ): Promise<T> {
    if (!vars) return work(this.kysely)
    const { auth } = varsSchema.parse(vars)
    const context: RequestContext = {
      role: auth.role,
      claims: auth.jwt ?? { role: auth.role },
      method: options?.rpc?.method,
      path: options?.rpc?.path,
      headers: options?.rpc?.requestHeaders,
    }
    try {
      return await this.asCaller(
        context,
        (session) => work(new Kysely({ dialect: new SessionDialect(session) })),
        { readOnly: options?.rpc?.readOnly },
      )
    } catch (error) {
      throw toApiFailure(error, auth.role) ?? error
    }
  }

  /** The engine prints every error that it answers itself; a failure goes past it to the router, which only answers. */
  override normalizeDbError(error: unknown): unknown {
    if (error instanceof ApiFailure) throw error
    return error
  }

  override async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.driver.end({ timeout: 1 })])
  }
}
