import type { PayeeDetails } from './store.ts'

/** What a person types of a payee, as it is kept. */
export const normalizePayee = (typed: PayeeDetails): PayeeDetails => ({
  ...typed,
  iban: typed.iban?.replaceAll(/\s/g, '').toUpperCase() ?? null,
  bic: typed.bic?.toUpperCase() ?? null,
  country: typed.country?.toUpperCase() ?? null,
})
