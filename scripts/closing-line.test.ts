import { expect, test, vi } from 'vitest'
import type { TestCase, TestModule, Vitest } from 'vitest/node'
import ClosingLineReporter from '../test/closing-line-reporter.ts'

interface Fake {
  readonly state: 'passed' | 'failed' | 'skipped'
  readonly note?: string
  /** Of the suite around it. */
  readonly needs?: string
}

/** What a run prints of such tests, and the exit code that it asks for. */
function close(tests: readonly Fake[], postgresUrl: string) {
  const module = { type: 'module', relativeModuleId: 'a.test.ts', errors: () => [] }
  const cases = tests.map(({ needs, ...result }) => {
    const suite = { type: 'suite', parent: module, meta: () => (needs === undefined ? {} : { needs }) }
    return {
      type: 'test',
      parent: suite,
      module,
      meta: () => ({}),
      result: () => result,
    } as unknown as TestCase
  })
  const run = { ...module, children: { allTests: () => cases } } as unknown as TestModule
  const vitest = { config: {}, getRootProject: () => ({ getProvidedContext: () => ({ postgresUrl }) }) }
  const written: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  const before = process.exitCode
  const reporter = new ClosingLineReporter()
  reporter.onInit(vitest as unknown as Vitest)
  reporter.onTestRunEnd([run])
  const exitCode = process.exitCode
  process.exitCode = before
  write.mockRestore()
  return { lines: written.join('').trim().split('\n'), exitCode }
}

const skipped = (more = {}): Fake => ({ state: 'skipped', ...more })

test('closes a run with what was skipped and why, and then the counts [D258]', () => {
  const tests = [{ state: 'passed' } as const, skipped({ needs: 'Redis' }), skipped({ needs: 'Redis' })]
  expect(close([...tests, skipped({ note: 'it takes turns' })], 'postgres://').lines).toEqual([
    'skipped: 2, for want of Redis',
    'skipped: 1, because it takes turns',
    'tests: 1 passed, 0 failed, 3 skipped',
  ])
})

test('takes a missing Postgres for the reason, and fails where there is one and a skip tells none', () => {
  expect(close([skipped()], '')).toMatchObject({
    lines: ['skipped: 1, for want of a Postgres', expect.any(String)],
  })
  const { lines, exitCode } = close([skipped()], 'postgres://')
  expect(lines[0]).toBe('skipped: 1, without a reason, which fails: a.test.ts')
  expect(exitCode).toBe(1)
})
