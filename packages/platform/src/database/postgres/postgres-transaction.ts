import type pg from 'pg'
import type { Statement, Transaction, TransactionOptions } from '../statements/database.ts'
import { toDatabaseFault } from '../statements/faults.ts'
import { CommitUnknownError } from './retry.ts'
import { begin, beginSnapshot, setLocals } from './session.ts'

const commit = { name: 'commit', text: 'commit' }
const rollback = { name: 'rollback', text: 'rollback' }

export async function runStatement<Row>(
  runner: pg.Pool | pg.PoolClient,
  { name, text }: Statement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  try {
    // With a promise of the driver's own, the rows of a statement outlive it until the next full collection.
    return await new Promise((resolve, reject) => {
      void runner.query<never>({ name, text, values: [...values] }, (error, result) => {
        if (error) reject(error)
        else resolve(result.rows)
      })
    })
  } catch (error) {
    // A server sends no malformed document: the connection broke inside one, and the driver tells of the parser's error.
    if (!(error instanceof SyntaxError)) throw error
    throw new Error('Connection terminated: the server sent what cannot be read.', { cause: error })
  }
}

/**
 * Runs one statement in a transaction of its own, sent in one packet, which holds it to the settings of D74: behind a
 * pooler a connection cannot.
 */
export async function runStatementAlone<Row>(
  runner: pg.Pool | pg.PoolClient,
  statement: Statement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const client = 'release' in runner ? runner : await runner.connect()
  const sent = [client.query(begin), client.query(setLocals)]
  const running = runStatement<Row>(client, statement, values)
  // After a statement that failed, the server takes the commit for a rollback.
  const [outcome, end] = await Promise.allSettled([running, client.query(commit), ...sent])
  const failure = [outcome, end].find(({ status }) => status === 'rejected')
  if (client !== runner) client.release(failure !== undefined)
  if (outcome.status === 'rejected') throw outcome.reason
  if (end.status === 'rejected') throw end.reason
  return outcome.value
}

/** Runs a function in one transaction on a connection of its own, which behind a pooler is held to the settings of D74. */
export async function runTransaction<T>(
  connections: pg.Pool,
  run: (tx: Transaction) => Promise<T>,
  { isPooled, isSnapshot = false }: TransactionOptions & { readonly isPooled: boolean },
): Promise<T> {
  const client = await connections.connect()
  const beginning = isSnapshot ? beginSnapshot : begin
  const { begun, tx, sendWrites, close } = beginOn(client, isPooled ? [beginning, setLocals] : [beginning])
  let broken: Error | undefined
  try {
    // Both to their end: a function that goes on must not send anything to whoever has the connection next.
    const [beginning, running] = await Promise.allSettled([begun, run(tx)])
    if (beginning.status === 'rejected') throw beginning.reason
    if (running.status === 'rejected') throw running.reason
    await finish(client, sendWrites)
    return running.value
  } catch (error) {
    broken = await rollBack(client, error)
    throw error
  } finally {
    close()
    client.release(broken)
  }
}

interface Begun {
  readonly begun: Promise<unknown>
  readonly tx: Transaction
  readonly sendWrites: () => readonly Promise<unknown>[]
  /** From now on the transaction takes no statement. */
  close(): void
}

function beginOn(client: pg.PoolClient, beginning: readonly Statement[]): Begun {
  const writes: (() => Promise<unknown>)[] = []
  let obstacle: unknown
  const begun = Promise.all(beginning.map((statement) => client.query(statement)))
  begun.catch((error: unknown) => {
    obstacle = error
  })
  return {
    begun,
    tx: {
      query: async (statement, values) => {
        // A read may travel in the packet of `begin`. A change must not: where `begin` alone fails, it would commit by
        // itself.
        if (!/^\s*(?:select|discard)\b/.test(statement.text)) await begun
        if (obstacle !== undefined) throw obstacle
        return await runStatement(client, statement, values)
      },
      write: (statement, values) => writes.push(() => runStatement(client, statement, values)),
    },
    sendWrites: () => writes.map((write) => write()),
    close: () => {
      obstacle ??= new Error('The transaction is over.')
    },
  }
}

/** Sends the writes and the commit at once. After a write that failed, the server takes the commit for a rollback. */
async function finish(client: pg.PoolClient, sendWrites: () => readonly Promise<unknown>[]): Promise<void> {
  try {
    await Promise.all([...sendWrites(), client.query(commit)])
  } catch (error) {
    if (toDatabaseFault(error) !== 'unavailable') throw error
    throw new CommitUnknownError('The connection was lost during a commit.', { cause: error })
  }
}

/**
 * Rolls back after a failure.
 *
 * @returns why the connection is of no further use, if so; dropping it rolls back as well
 */
async function rollBack(client: pg.PoolClient, failure: unknown): Promise<Error | undefined> {
  if (toDatabaseFault(failure) === 'unavailable')
    return new Error('The connection is lost.', { cause: failure })
  try {
    await client.query(rollback)
    return undefined
  } catch (error) {
    return new Error('Rolling back failed.', { cause: error })
  }
}
