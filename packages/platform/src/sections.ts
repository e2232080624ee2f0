import type { SectionSources } from '@affiliate-platform/contract/server'
import type { RequestContext } from './database/request-context.ts'
import { payoutsSection } from './payouts/store.ts'

/** Where the rows of every list come from. */
export const sections = {
  listPayouts: payoutsSection,
} satisfies SectionSources<RequestContext>
