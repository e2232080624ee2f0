import { readFile } from 'node:fs/promises'
import {
  type Issue,
  parseBody,
  type SaveTermsRequest,
  saveTermsRequestSchema,
} from '@affiliate-platform/contract'
import { describeAllowed } from './describe-allowed.ts'
import { OperatorError } from './operator-error.ts'

/**
 * Reads a file with the body of a terms write (interface 4.1): the rules and, optionally, from when they apply.
 *
 * @throws OperatorError for a file that cannot be read or has another form
 */
export async function readTermsFile(path: string): Promise<SaveTermsRequest> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new OperatorError(`${path} cannot be read.`)
  })
  const parsed = parseBody(saveTermsRequestSchema, parseJson(path, text), describeAllowed)
  if (parsed.ok) return parsed.value
  throw new OperatorError(`${path} is not a valid terms file:\n${describeIssues(parsed.issues)}`)
}

/** One line for each issue. */
export function describeIssues(issues: readonly Issue[]): string {
  return issues.map((issue) => `  ${'pointer' in issue ? issue.pointer : ''}: ${issue.message}`).join('\n')
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OperatorError(`${path} is not JSON.`)
  }
}
