import type { Suite, WorkCase } from './suite.ts'

const toCase = (name: string, variant: string): WorkCase => ({
  kind: 'work',
  name,
  module: 'self-measuring/hook.ts',
  variant,
})

/** What the install hook adds to a merchant's request. */
export const hook: Suite = {
  name: 'hook',
  summary: "Install hook: what it adds to the merchant's request",
  cases: [
    toCase('no hook', 'none'),
    toCase('new install', 'install'),
    toCase('new install, also reported', 'report'),
    toCase('identified before', 'again'),
  ],
  reference: 'no hook',
  figures: [
    { id: 'p50Us', label: 'added p50 µs', digits: 1 },
    { id: 'p99Us', label: 'added p99 µs', digits: 1 },
    { id: 'cpuUs', label: 'CPU µs', digits: 1 },
  ],
  goals: [
    { figure: 'p99Us', of: 'new install', atMost: 1000 },
    { figure: 'p99Us', of: 'new install, also reported', atMost: 1000 },
    // Nothing that a person or a load balancer could tell from no hook at all.
    { figure: 'p50Us', of: 'identified before', atMost: 50 },
  ],
  full: { rounds: 10, sliceMs: 1000 },
  quick: { rounds: 4, sliceMs: 400 },
}
