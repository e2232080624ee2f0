import { moneySchema } from '@affiliate-platform/contract'
import { describeRecords, type RecordAbout } from '@affiliate-platform/platform/audit'
import { formatSigned } from './add-amounts.ts'
import type { ToolRequest } from './tool.ts'

type Abouts = ReadonlyMap<string, RecordAbout>

/**
 * Adds to records of the interface what an assistant would have to ask for: beside the id of a membership its `memberName`,
 * beside that of a referral its `shopDomain`, and beside the amount of a commission, which has no sign there, one with it.
 */
export async function addNames(
  { context: { database }, caller: { workspaceId } }: ToolRequest,
  value: unknown,
): Promise<unknown> {
  return add(value, await describeRecords(database, workspaceId, listIds(value)))
}

function listIds(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(listIds)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    isNamed(name) && typeof member === 'string' ? [member] : listIds(member),
  )
}

const isNamed = (name: string) => name === 'membershipId' || name === 'referralId'

function add(value: unknown, abouts: Abouts): unknown {
  if (Array.isArray(value)) return value.map((item) => add(item, abouts))
  if (typeof value !== 'object' || value === null) return value
  const { membershipId, referralId, entry, amount }: Readonly<Record<string, unknown>> = { ...value }
  const members = Object.entries(value).map(([name, member]) => [name, add(member, abouts)] as const)
  const memberName = abouts.get(String(membershipId))?.name
  const shopDomain = abouts.get(String(referralId))?.shopDomain
  return {
    ...(memberName && { memberName }),
    ...(shopDomain && { shopDomain }),
    ...toSigned(entry, amount),
    ...Object.fromEntries(members),
  }
}

function toSigned(entry: unknown, amount: unknown): object {
  const money = moneySchema.safeParse(amount)
  if (typeof entry !== 'string' || !money.success) return {}
  const { amountMinor, currency } = money.data
  return { signedAmount: formatSigned(`${entry === 'reversal' ? '-' : ''}${amountMinor}`, currency) }
}
