import { formatNano, positionKey, worth } from '@affiliate-platform/commission-engine'
import { readAtLength } from '../database/statements/at-length.ts'
import type { Statement } from '../database/statements/database.ts'
import { toNano } from '../posting/nano.ts'
import type { MoneyDifference, VerifiedLedger } from './verified-ledger.ts'

interface EntryRow {
  readonly id: string
  readonly referralId: string
  readonly contractId: string
  readonly currency: string
  readonly sequence: number
  readonly baseBefore: string
  readonly baseChange: string
  readonly amountMinor: string
  readonly rateBps: number
}

const rowsMax = 5000

// In the order of the index, position by position. What a person entered or another platform told follows from nothing.
const listEntriesStatement: Statement = {
  name: 'verify_list_entries',
  text: `
    select
      id, referral_id as "referralId", contract_id as "contractId", currency, sequence,
      base_before::text as "baseBefore", base_change::text as "baseChange", amount_minor::text as "amountMinor",
      (
        select (rules ->> 'rateBps')::integer
        from referral_contracts
        where workspace_id = $1 and id = commission.contract_id
        limit 1
      ) as "rateBps"
    from commissions commission
    where workspace_id = $1 and sequence is not null
      and (referral_id, contract_id, currency, sequence) > ($2, $3, $4, $5)
    order by referral_id, contract_id, currency, sequence
    limit ${rowsMax}`,
}

const nobody = '00000000-0000-0000-0000-000000000000'

/** Finds the first entry that does not go on from the one before it, or is not worth the difference that it makes. */
export async function checkEntries({
  database,
  workspaceId,
  tell,
}: VerifiedLedger): Promise<MoneyDifference | null> {
  let last = { referralId: nobody, contractId: nobody, currency: '', sequence: 0, afterNano: 0n }
  for (;;) {
    const values = [workspaceId, last.referralId, last.contractId, last.currency, last.sequence]
    const rows = await readAtLength(database, (tx) => tx.query<EntryRow>(listEntriesStatement, values))
    for (const row of rows) {
      const beforeNano = positionKey(row) === positionKey(last) ? last.afterNano : 0n
      const afterNano = beforeNano + toNano(row.baseChange)
      const difference = checkEntry(row, beforeNano, afterNano)
      if (difference !== null) return difference
      last = { ...row, afterNano }
    }
    tell(rows.length)
    if (rows.length < rowsMax) return null
  }
}

function checkEntry(row: EntryRow, beforeNano: bigint, afterNano: bigint): MoneyDifference | null {
  const found = BigInt(row.amountMinor)
  // An install reward moves no base.
  const amountMinor = afterNano === beforeNano ? found : worth(afterNano, row) - worth(beforeNano, row)
  if (toNano(row.baseBefore) === beforeNano && amountMinor === found) return null
  return {
    kind: 'amount',
    subject: { commissionId: row.id },
    expected: `${formatNano(beforeNano)} worth ${amountMinor}`,
    found: `${row.baseBefore} worth ${found}`,
  }
}
