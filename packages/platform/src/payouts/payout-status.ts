/** The state of a payout as SQL on `record`: the expression of the index payouts_by_status, which serves no other. */
export const payoutStatus =
  'payout_status(record.is_voided, record.open_disputes, record.amount_minor, record.reported_minor, record.confirmed_minor)'

/** What is left to pay of a payout, in minor units, as SQL on `record`. */
export const payoutUnpaid =
  'case when record.is_voided then 0 else record.amount_minor - record.reported_minor end'
