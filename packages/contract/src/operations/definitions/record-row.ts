import * as z from 'zod/mini'
import { responseObject } from '../../lib/response-object.ts'

/**
 * The schema of a row: what the rows of all lists have, with the members of its own.
 *
 * @param kind - the name of its list
 * @param belongsTo - the records that it belongs to beside its app and program
 */
export const recordRow = <
  const Kind extends string,
  BelongsTo extends z.core.$ZodLooseShape,
  Own extends z.core.$ZodLooseShape,
>(
  kind: Kind,
  belongsTo: BelongsTo,
  own: Own,
) =>
  responseObject({
    id: z.guid(),
    kind: z.enum([kind]),
    appId: z.guid(),
    programId: z.guid(),
    ...belongsTo,
    name: z.string(),
    status: z.string(),
    ...own,
  })
