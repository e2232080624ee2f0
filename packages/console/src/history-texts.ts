/** Why a row of an export is not imported, as people are told. */
export const historyReasons: Readonly<Record<string, string>> = {
  malformed: 'Another form than the file’s other records',
  told_differently: 'Two records have one name and say different things',
  deleted: 'Deleted there',
  not_paid: 'Not paid there: its commissions are open',
  without_time: 'A time without its zone',
  unreadable_amount: 'No amount',
  no_amount: 'An amount of 0, or below',
  unreadable_shop: 'No *.myshopify.com domain',
  other_currency: 'In another currency than that of the import',
  code_unfit: 'A handle with other characters than letters, digits, - and _',
  code_taken: 'Another member of the app has the handle',
  no_membership: 'The person is in no program',
  unknown_program: 'The program is not in the export',
  unknown_member: 'The member is not in the export',
  rules_unreadable: 'What was promised has no counterpart here',
  shop_referred_twice: 'Another living referral of the export has the shop',
  shop_referred_here: 'Another living referral here has the shop',
  unknown_payout: 'Its payout is not in the export',
  payout_of_another_member: 'Its payout is another member’s',
  member_unclear: 'The payout does not say whose it is',
  cancelled_in_payout: 'Cancelled, and in a payout',
  cancelled_without_time: 'Cancelled, and nobody knows since when',
  after_cut_over: 'Its sale is commissioned here',
  doubled: 'The same sale is there a second time',
  amount_changed: 'Imported before, with another amount',
  paid_here: 'Paid here meanwhile',
  payout_imported_before: 'Its payout was imported without it',
}

/** What an import does at a time. */
export const historySteps: Readonly<Record<string, string>> = {
  ...{ stage: 'Reading', judge: 'Comparing', programs: 'Programs', members: 'Members', codes: 'Codes' },
  ...{ referrals: 'Referrals', payouts: 'Payouts', commissions: 'Open commissions', clear: 'Clearing up' },
  ...{ take_back: 'Taking commissions back', void: 'Voiding payouts' },
}
