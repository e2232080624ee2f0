import type { Reporter, TestCase, TestModule } from 'vitest/node'

const marks = { passed: 'ok', failed: 'FAILED', skipped: '-', pending: '-' }

/** Closes a run with one table: a row for each promise, a column for each host. */
export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const hosts = [...new Set(tests.map(toHost))]
    const rows = new Map<string, Map<string, string>>()
    for (const test of tests) {
      const row = test.fullName.slice(toHost(test).length + 3)
      rows.set(row, (rows.get(row) ?? new Map()).set(toHost(test), marks[test.result().state]))
    }
    const head = `| |${hosts.map((_, index) => ` ${toLetter(index)} |`).join('')}`
    const lines = [...rows].map(
      ([row, cells]) => `| ${row} |${hosts.map((host) => ` ${cells.get(host) ?? ''} |`).join('')}`,
    )
    const legend = hosts.map((host, index) => `${toLetter(index)}: ${host}`)
    process.stdout.write(
      `\n${[...legend, '', head, `|${'---|'.repeat(hosts.length + 1)}`, ...lines].join('\n')}\n`,
    )
  }
}

/** The outermost suite of a test is named after its host. */
function toHost(test: TestCase): string {
  return test.fullName.split(' > ')[0] ?? ''
}

function toLetter(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index)
}
