import { type Explanation, explainPayoutInParts } from '../../src/explain.ts'

/** Explains a payout in parts and puts them together; `undefined` where there is none. */
export async function explainWhole(
  ...of: Parameters<typeof explainPayoutInParts>
): Promise<Explanation | undefined> {
  const parts: Explanation[] = []
  for await (const part of explainPayoutInParts(...of)) parts.push(part)
  const [first] = parts
  if (first === undefined) return undefined
  const entries = parts.flatMap((part) => part.entries)
  return { ...first, entries, skipped: parts.flatMap(({ skipped }) => skipped) }
}
