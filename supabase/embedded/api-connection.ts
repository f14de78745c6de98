/**
 * Connects the Data API's engine to the database. It runs each request in one transaction as the caller's role, the
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
import type { Row } from 'postgres'
import { z } from 'zod'
import { ApiFailure, toApiFailure } from './api-failure.ts'
import { SessionDialect } from './session-dialect.ts'
import { SessionPool } from './session-pool.ts'

/** Describes the request context of a transaction, readable in SQL by `current_setting('request.…')`. */
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

export class ApiConnection extends PostgresConnection {
  readonly #pool: SessionPool
  readonly #size: number
  /** Reads the schema, of which the callers' roles may see only parts. */
  readonly #catalog: SessionPool
  #schema: Promise<IntrospectResult> | null = null
  #lastLook: Promise<void> = Promise.resolve()
  #nextLook: Promise<void> | null = null
  /** Holds the statement timeouts set on roles: SET ROLE alone doesn't apply them. */
  readonly #timeouts = new Map<string, string>()

  /**
   * @param options.secret password of the stack's own roles
   * @param options.size sessions for requests
   */
  constructor(options: { port: number; secret: string; size: number }) {
    const { port, secret, size } = options
    super({
      url: '',
      // Listens for schema changes.
      postgresOptions: {
        host: '127.0.0.1',
        port,
        database: 'postgres',
        username: 'supabase_admin',
        pass: secret,
        max: 1,
        onnotice() {},
      },
    })
    this.#size = size
    this.#pool = new SessionPool({
      size,
      port,
      user: 'authenticator',
      password: secret,
      settings: { search_path: 'public, extensions' },
    })
    this.#catalog = new SessionPool({ size: 1, port, user: 'supabase_admin', password: secret })
  }

  /** Reads the schema again; requests use the old one until the new one is loaded. */
  refresh(): Promise<void> {
    // A read that has not begun includes this change; one under way may not.
    this.#nextLook ??= this.#lastLook
      .catch(() => {})
      .then(async () => {
        this.#nextLook = null
        const [schema] = await Promise.all([this.#look(), this.#readRoleSettings()])
        this.#schema = Promise.resolve(schema)
      })
    this.#lastLook = this.#nextLook
    return this.#nextLook
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
    const schema = await this.#catalog.use((session) => {
      this.kysely = new Kysely({ dialect: new SessionDialect(session) })
      return super.introspect()
    })
    // The engine treats a failed read as an empty database, which can't be: auth and storage have tables.
    if (schema.tables.length > 0) return schema
    throw new ApiFailure(503, {
      code: 'PGRST002',
      message: 'Could not query the database for the schema cache. Retrying.',
      details: null,
      hint: null,
    })
  }

  async #readRoleSettings(): Promise<void> {
    const { rows } = await this.#catalog.use((session) =>
      session.run<{ role: string; timeout: string }[]>(`
        select r.rolname as role, split_part(setting, '=', 2) as timeout
        from pg_roles r, unnest(r.rolconfig) setting
        where setting like 'statement_timeout=%'`),
    )
    this.#timeouts.clear()
    for (const { role, timeout } of rows) this.#timeouts.set(role, timeout)
  }

  /** Runs one statement as the caller, in a single round trip. */
  async queryAsCaller(
    context: RequestContext,
    statement: string,
    values: readonly unknown[],
  ): Promise<Row[]> {
    return this.#pool.use(async (session) => {
      const results = await Promise.allSettled([
        session.run('begin'),
        session.run(contextStatement, this.#contextValues(context)),
        session.run(statement, values),
        session.run('commit'),
      ])
      for (const result of results) if (result.status === 'rejected') throw result.reason
      return results[2].status === 'fulfilled' ? results[2].value.rows : []
    }, this.#shareOf(context.role))
  }

  /** Limits how many sessions the requests of a role hold at once, so that anonymous visitors can't use up all of them. */
  #shareOf(role: string): { group: string; most: number } {
    const most = { anon: 0.5, authenticated: 0.8 }[role] ?? 1
    return { group: role, most: Math.max(1, Math.floor(this.#size * most)) }
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
      return await this.#pool.use(
        (session) =>
          session.transaction(
            () => work(new Kysely({ dialect: new SessionDialect(session) })),
            () => session.run(contextStatement, this.#contextValues(context)),
            options?.rpc?.readOnly ? 'begin read only' : 'begin',
          ),
        this.#shareOf(context.role),
      )
    } catch (error) {
      throw toApiFailure(error, auth.role) ?? error
    }
  }

  /** Passes failures on to the router, because the engine logs every error that it turns into a response itself. */
  override normalizeDbError(error: unknown): unknown {
    if (error instanceof ApiFailure) throw error
    return error
  }

  override async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#catalog.end(), this.driver.end({ timeout: 1 })])
  }
}
