/** Writes SQL as tagged templates over a pool of sessions: values become parameters, statements may be parts of others. */
import type { Row } from 'postgres'
import { type PoolOptions, type Session, SessionPool } from './session-pool.ts'

type Rows = (object | undefined)[]
type Run = <T extends Rows>(text: string, values: unknown[]) => Promise<T>

/** Runs when it is awaited; put into another statement it becomes a part of that one. */
export class Statement<T extends Rows = Row[]> implements PromiseLike<T> {
  readonly #run: Run
  readonly strings: readonly string[]
  readonly values: readonly unknown[]

  constructor(run: Run, strings: readonly string[], values: readonly unknown[]) {
    this.#run = run
    this.strings = strings
    this.values = values
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a statement is what runs it
  then<A = T, B = never>(
    resolve?: ((rows: T) => A | PromiseLike<A>) | null,
    reject?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    const { text, values } = compile(this)
    return this.#run<T>(text, values).then(resolve, reject)
  }
}

/** Represents a column or table named by a variable. */
class Identifier {
  readonly quoted: string

  constructor(name: string) {
    this.quoted = `"${name.replaceAll('"', '""')}"`
  }
}

class Json {
  readonly text: string

  constructor(value: unknown) {
    this.text = JSON.stringify(value)
  }
}

/** Describes a connection or a transaction on it. */
export type Db = {
  <T extends Rows = Row[]>(strings: TemplateStringsArray, ...values: readonly unknown[]): Statement<T>
  (identifier: string): Identifier
  /** Wraps a value for a jsonb parameter. */
  json(value: unknown): Json
}

export type Database = Db & {
  /** Runs `work` in a transaction, which is rolled back when it throws. */
  begin<T>(work: (db: Db) => PromiseLike<T>): Promise<T>
  end(): Promise<void>
}

/** Opens a pool of sessions for statements written as tagged templates. Nothing connects before the first one. */
export function openDatabase(options: PoolOptions): Database {
  const pool = new SessionPool(options)
  const db = createDb((text, values) => pool.use((session) => runIn(session)(text, values)))
  return Object.assign(db, {
    begin: <T>(work: (db: Db) => PromiseLike<T>) =>
      pool.use((session) => session.transaction(() => work(createDb(runIn(session))))),
    end: () => pool.end(),
  })
}

function runIn(session: Session): Run {
  return async <T extends Rows>(text: string, values: unknown[]) => (await session.run<T>(text, values)).rows
}

function createDb(run: Run): Db {
  function db<T extends Rows = Row[]>(
    strings: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Statement<T>
  function db(identifier: string): Identifier
  function db(
    first: TemplateStringsArray | string,
    ...values: readonly unknown[]
  ): Statement<Rows> | Identifier {
    return typeof first === 'string' ? new Identifier(first) : new Statement(run, first, values)
  }
  return Object.assign(db, { json: (value: unknown) => new Json(value) })
}

function compile(statement: Statement<Rows>): { text: string; values: unknown[] } {
  let text = ''
  const values: unknown[] = []
  const addStatement = (part: Statement<Rows>) => {
    for (const [index, string] of part.strings.entries()) {
      text += string
      if (index < part.values.length) addValue(part.values[index])
    }
  }
  const addValue = (value: unknown) => {
    if (value instanceof Statement) addStatement(value)
    else if (value instanceof Identifier) text += value.quoted
    else if (value instanceof Json) text += `$${values.push(value.text)}::jsonb`
    else if (value === undefined) throw new TypeError('A value of a statement is undefined.')
    else text += `$${values.push(value)}`
  }
  addStatement(statement)
  return { text, values }
}
