/**
 * The state of a commission as SQL (D61). The workspace is the statement's first value.
 *
 * @param commission - the name of the commission's row in SQL
 * @param now - the time in SQL
 */
export function commissionStatus(commission: string, now: string): string {
  return `case
    when (
      select payout.reported_minor >= payout.amount_minor from payouts payout
      where payout.workspace_id = $1 and payout.id = ${commission}.payout_id
    ) then 'paid'
    when ${commission}.payout_id is not null then 'in_payout'
    when ${commission}.available_at > ${now} then 'held'
    else 'available'
  end`
}
