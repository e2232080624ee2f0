import { identify } from './identify.ts'
import { listPayouts } from './list-payouts.ts'
import type { Operation } from './operation.ts'
import { saveTerms } from './save-terms.ts'

/** Every operation of the interface (section 4). */
export const operations = { saveTerms, listPayouts, identify } as const satisfies Record<string, Operation>

/** The name of an operation. */
export type OperationId = keyof typeof operations
