/** The ids that the examples have in common. */
export const exampleIds = {
  appId: '0199f0c2-1a00-7900-8900-4c5d6e7f8091',
  programId: '0199f0c2-1b00-7a11-8a01-5d6e7f8091a2',
  groupId: '0199f0c2-1c00-7a11-8a01-5d6e7f8091a2',
  membershipId: '0199f0c2-1c40-7b22-9b02-6e7f8091a2b3',
} as const

const { appId, programId } = exampleIds

/** What the rows of all lists have, by way of example; the counterpart of `recordRow`. */
export const exampleRow = <const Kind extends string, BelongsTo extends object>(
  kind: Kind,
  { id, status, ...belongsTo }: BelongsTo & { readonly id: string; readonly status: string },
) => ({ id, kind, appId, programId, ...belongsTo, name: 'Agency partners', status })
