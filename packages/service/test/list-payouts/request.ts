import { type Problem, problemSchema } from '@affiliate-platform/contract'

/** The path of the payouts list with a query. */
export function payoutsPath(query: Readonly<Record<string, string>> | string = ''): string {
  return `/api/affiliate-platform/v1/payouts?${new URLSearchParams(query)}`
}

/** Reads a rejection with its request id blanked, so that two of them can be compared. */
export async function readProblem(response: Response): Promise<Problem> {
  return { ...problemSchema.parse(await response.json()), requestId: '' }
}
