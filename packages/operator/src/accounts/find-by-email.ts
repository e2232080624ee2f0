import type { Database } from '@affiliate-platform/platform/database'
import { type Account, findAccountByEmail } from '@affiliate-platform/platform/people'
import { Argument } from 'commander'
import * as z from 'zod'
import { OperatorError } from '../command-line/operator-error.ts'
import { parserOf } from '../command-line/parse-value.ts'

export const parseEmail = parserOf(z.email().max(254), 'An e-mail address.')

/** The argument of a command that is about a person. */
export const emailArgument = (): Argument =>
  new Argument('<email>', 'e-mail address of the account').argParser(parseEmail('<email>'))

export const unknownEmail = 'Nobody in the workspace has this address. See accounts list.'

/**
 * Finds the person who has an address.
 *
 * @throws OperatorError where nobody has it
 */
export async function findByEmail(database: Database, workspaceId: string, email: string): Promise<Account> {
  const account = await findAccountByEmail(database, workspaceId, email)
  if (account === undefined) throw new OperatorError(unknownEmail)
  return account
}
