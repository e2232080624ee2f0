export { describeOnEachEngine } from './../test/payouts/engines.ts'
export { factKinds, type History, sumUp, take } from './../test/payouts/payout-history.ts'
