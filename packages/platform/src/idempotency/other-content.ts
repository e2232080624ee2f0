const contentMembers = [
  ...(['kind', 'membershipId', 'payoutId', 'about', 'amountMinor', 'currency', 'method'] as const),
  ...(['reference', 'paidAt', 'reason', 'asOf', 'previewHash'] as const),
] as const

/** What a record whose id the caller chose may differ in from what was recorded with that id. */
type ContentMember = (typeof contentMembers)[number]

/** Something else was recorded with this id, and nothing was written (D71). */
export interface OtherContent {
  readonly ok: false
  readonly rejection: 'other_content'
  readonly differences: readonly ContentMember[]
}

/** Lists in what a record differs from what is wanted now. */
export function listDifferences(
  recorded: object,
  wanted: Readonly<Partial<Record<ContentMember, unknown>>>,
): OtherContent['differences'] {
  const isSame = (name: ContentMember) =>
    JSON.stringify(Reflect.get(recorded, name)) === JSON.stringify(wanted[name])
  return contentMembers.filter((name) => name in wanted && !isSame(name))
}
