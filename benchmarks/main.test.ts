import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test.each([
  ['a suite', ['lists'], 'There is no suite lists.'],
  [
    'a case',
    ['list', 'terms', '--only', 'ours,floor'],
    'There is no case "ours,floor" to measure; there are "ours", "floor", ',
  ],
])('rejects %s that there is not, instead of telling old figures', (_, args, message) => {
  const command = ['--conditions=@affiliate-platform/source', 'benchmarks/main.ts', ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toContain(message)
})
