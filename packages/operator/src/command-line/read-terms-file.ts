import { readFile } from 'node:fs/promises'
import {
  type Issue,
  parseBody,
  type SaveTermsRequest,
  saveTermsRequestSchema,
} from '@affiliate-platform/contract'
import { commandName } from './command-name.ts'
import { describeAllowed } from './describe-allowed.ts'
import { OperatorError } from './operator-error.ts'
import { suggest } from './suggest.ts'
import { readTermsWords } from './terms-template.ts'

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
  const hint = `${explainMembers(parsed.issues)}\n${commandName} terms template prints a valid file, and what each member is.`
  throw new OperatorError(`${path} is not a valid terms file:\n${describeTermsIssues(parsed.issues)}${hint}`)
}

/** What the members are that issues are about, or for a name that there is not, the nearest one. */
function explainMembers(issues: readonly Issue[]): string {
  const words = readTermsWords()
  const names = issues.flatMap((issue) => {
    const name =
      'pointer' in issue ? issue.pointer.split('/').filter((part) => part !== 'rules')[1] : undefined
    return name === undefined ? [] : [name]
  })
  return [...new Set(names)]
    .map((name) => ({ name, text: words[name] ?? suggest(name, Object.keys(words)) }))
    .map(({ name, text }) => (text === '' ? '' : `\n  ${name}: ${text}`))
    .join('')
}

/** One line for each issue. */
export function describeTermsIssues(issues: readonly Issue[]): string {
  return issues.map((issue) => `  ${'pointer' in issue ? issue.pointer : ''}: ${issue.message}`).join('\n')
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OperatorError(`${path} is not JSON.`)
  }
}
