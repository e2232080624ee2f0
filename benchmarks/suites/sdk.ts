import type { Figure, Goal, Suite, WorkCase } from './suite.ts'

const names = [
  'ours',
  'bare fetch',
  'ky',
  'ky + zod',
  'ofetch',
  'axios',
  'axios + zod',
  'stripe-node',
  'openai',
  'dub',
  'openapi-fetch',
]

const figures: readonly Figure[] = [
  { id: 'cpuUs', label: 'CPU µs per call', digits: 1, isCompared: true },
  { id: 'callsPerSecond', label: 'calls/s', digits: 0 },
]

const toCases = (rows: number, network = ''): readonly WorkCase[] =>
  names.map((name) => ({
    kind: 'work',
    name,
    module: 'self-measuring/sdk.ts',
    variant: `${name}/${rows}/${network}`,
  }))

const common = {
  reference: 'ours',
  figures,
  full: { rounds: 10, sliceMs: 1000 },
  quick: { rounds: 4, sliceMs: 400 },
} as const

const ahead = (against: string, reason?: string): Goal => ({
  figure: 'cpuUs',
  of: 'ours',
  against,
  atMost: 1,
  ...(reason !== undefined && { reason }),
})

/** The SDK beside other HTTP clients: what the client itself costs. */
export const sdk: readonly Suite[] = [
  {
    name: 'sdk-small',
    summary: 'SDK: one GET of an empty page, over a stubbed fetch',
    cases: toCases(0),
    goals: [
      { figure: 'cpuUs', of: 'ours', against: 'ky', atMost: 2 },
      ahead(
        'stripe-node',
        'It checks no response and keeps no account of retries; ky alone, without retries, costs half as much again as it.',
      ),
      ahead('openai', 'It checks no response.'),
      ahead('axios + zod'),
    ],
    ...common,
  },
  {
    name: 'sdk-page',
    summary: 'SDK: one GET of 50 rows, over a stubbed fetch',
    cases: toCases(50),
    goals: [
      { figure: 'cpuUs', of: 'ours', against: 'ky', atMost: 2.5 },
      ahead('stripe-node', 'It checks no response, and keeps no account of retries.'),
      ahead('openai', 'It checks no response.'),
      ahead('dub'),
      ahead('axios + zod'),
    ],
    ...common,
  },
  {
    name: 'sdk-loopback',
    summary: 'SDK: one GET of 50 rows from a server on this machine; the server costs each client the same',
    cases: toCases(50, 'loopback'),
    goals: [],
    ...common,
  },
]
