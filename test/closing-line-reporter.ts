import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    /** What a machine may lack that a test or a suite needs: the reason why it is skipped there. */
    needs?: string
  }
}

/**
 * Closes a run with what was skipped and why, and with `tests: N passed, N failed, N skipped`, the line that build servers
 * count.
 */
export default class ClosingLineReporter implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0 }
    const skipped = new Map<string, number>()
    for (const module of modules) {
      // A module that could not be loaded has no tests to count, and is a failure all the same.
      if (module.errors().length > 0) count.failed += 1
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'pending') continue
        count[state] += 1
        if (state !== 'skipped') continue
        const reason = this.#findReason(test)
        skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
      }
    }
    const lines = [...skipped].map(([reason, number]) => `skipped: ${number}, ${reason}\n`)
    process.stdout.write(
      `\n${lines.join('')}tests: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`,
    )
  }

  #findReason(test: TestCase): string {
    const result = test.result()
    if (result.state === 'skipped' && result.note) return `because ${result.note}`
    for (let at: TestCase['parent'] | TestCase = test; at.type !== 'module'; at = at.parent) {
      const { needs } = at.meta()
      if (needs !== undefined) return `for want of ${needs}`
    }
    if (this.#vitest?.config.testNamePattern) return 'because another name was asked for'
    const hasPostgres = this.#vitest?.getRootProject().getProvidedContext().postgresUrl !== ''
    if (!hasPostgres) return 'for want of a Postgres'
    // Whoever reads only the last lines learns why. A skip that hides is a failure.
    process.exitCode = 1
    return `without a reason, which fails: ${test.module.relativeModuleId}`
  }
}
