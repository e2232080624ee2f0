import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { consoleOperations, consoleScopes, roles, scopesOfRole } from '../src/console.ts'
import type { Operation } from '../src/index.ts'

const guide = readFileSync(new URL('../../../docs/guides/console.md', import.meta.url), 'utf8')

const toRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const code = (name: string): string => `\`${name}\``
const toAnswer = (isAllowed: boolean): string => (isAllowed ? 'yes' : 'no')

test('the guide says of each role what it may do, as the operations ask for it [D339]', () => {
  const [, rows = ''] = /^\| Role \|.*\n\|[-|]+\|\n((?:\|.*\n)+)/m.exec(guide) ?? []
  expect(rows.trim().split('\n')).toEqual(
    roles.map((role) =>
      toRow([
        code(role),
        ...consoleScopes.map((scope) => toAnswer(scopesOfRole[role].some((held) => held === scope))),
      ]),
    ),
  )
})

test('the guide has every operation of the console beside the roles that may call it [D339]', () => {
  const operations = Object.values<Operation>(consoleOperations)
  const table = [
    toRow(['Operations', ...roles.map(code)]),
    `|${'---|'.repeat(roles.length + 1)}`,
    ...consoleScopes.map((scope) => {
      const ofScope = operations.filter((operation) => operation.scope === scope)
      const answers = roles.map((role) => toAnswer(scopesOfRole[role].some((held) => held === scope)))
      return toRow([ofScope.map(({ id }) => code(id)).join(', '), ...answers])
    }),
  ].join('\n')
  expect(guide.match(/^\| Operations \|(?:.*\n)+?(?=\n)/m)?.[0].trim()).toBe(table)
})
