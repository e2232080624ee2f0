import type { PayeeDetails } from '@affiliate-platform/platform/payees'

const shownOfIban = 4

/** What of an account its owner knows it by, and nobody else can use: `•••• 3000`, `m•••@example.com`. */
export function maskAccount({ iban, email }: Pick<PayeeDetails, 'iban' | 'email'>): string | null {
  if (iban !== null) return `•••• ${iban.slice(-shownOfIban)}`
  return email?.replace(/^(.).*@/, '$1•••@') ?? null
}
