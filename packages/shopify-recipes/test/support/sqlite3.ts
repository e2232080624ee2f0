import { DatabaseSync } from 'node:sqlite'

type Values = (string | number | null)[]

class Database {
  readonly filename: string
  readonly #database = new DatabaseSync(':memory:')

  constructor(filename: string) {
    this.filename = filename
  }

  exec(text: string, done?: (error: Error | null) => void): this {
    return this.#settle(() => this.#database.exec(text), done)
  }

  all(text: string, values: Values, done: (error: Error | null, rows: unknown[]) => void): this {
    const read = () => this.#database.prepare(text).all(...values)
    return this.#settle(read, (error, rows) => done(error, rows ?? []))
  }

  run(text: string, values: Values, done: (this: { changes: number }, error: Error | null) => void): this {
    const write = () => Number(this.#database.prepare(text).run(...values).changes)
    return this.#settle(write, (error, changes) => done.call({ changes: changes ?? 0 }, error))
  }

  #settle<Value>(work: () => Value, done?: (error: Error | null, value?: Value) => void): this {
    try {
      const value = work()
      setImmediate(() => done?.(null, value))
    } catch (error) {
      setImmediate(() => done?.(error as Error))
    }
    return this
  }
}

/** What apps call of the package `sqlite3`, in memory: the real one compiles native code when it is installed. */
export const sqlite3 = { Database }
