import { v7 } from 'uuid'

/** A reproducible source of numbers and ids: the same seed gives the same demo, on every machine. */
export interface Random {
  /** A whole number from 0 up to and not including `end`. */
  below(end: number): number
  /** A uuidv7 of an instant in milliseconds since 1970. */
  idAt(instantMs: number): string
}

/** Creates the source from a seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed
  function nextUint32(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  return {
    below: (end) => nextUint32() % end,
    idAt: (instantMs) => {
      const random = Uint8Array.from({ length: 16 }, () => nextUint32() & 0xff)
      return v7({ msecs: instantMs, seq: nextUint32(), random })
    },
  }
}
