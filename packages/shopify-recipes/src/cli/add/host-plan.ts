import type { Variant } from './recipe-names.ts'

/** What a person chose. */
export interface AddChoice {
  readonly variant: Variant
  readonly hasBackfill: boolean
  readonly nowMs: number
}

/** A file as it is to become. */
export type Draft = readonly [path: string, text: string]

/** What one framework needs. */
export interface HostPlan {
  readonly drafts: readonly Draft[]
  /** What is left to do by hand, after the package is installed. */
  readonly steps: readonly string[]
  /** Whether the compliance topics are to be delivered to our route. */
  readonly handlesCompliance: boolean
  /** Where uninstalls were delivered until now, if the drafts hand them on from there. */
  readonly movedFrom?: string
  /** What the drafts import besides this package, with its range. */
  readonly packages?: Readonly<Record<string, string>>
}
