/** Counters stand in for randomness, so that a run's ids and tokens are the same every time. */
export interface Sequence {
  readonly number: () => number
  readonly uuid: () => string
  readonly secret: (prefix: string) => string
}

export function createSequence(): Sequence {
  let last = 0
  const number = () => ++last
  const hex = (length: number) => number().toString(16).padStart(length, '0')
  return {
    number,
    uuid: () => `00000000-0000-4000-8000-${hex(12)}`,
    secret: (prefix) => `${prefix}_${hex(32)}`,
  }
}
