/** A business rule of terms, as a caller meets it in `errors`. Text in backticks is code. */
export interface TermsFault {
  readonly code: string
  /** Where `errors` points to. */
  readonly pointer: string
  readonly rule: string
  readonly remedy: string
}

/** The rules behind `terms_rejected`: interface 4.1 rules 2 to 4, and the start of new terms. */
export const termsFaults: readonly TermsFault[] = [
  {
    code: 'zero_rate_needs_cpi',
    pointer: '/rules/cpi/amountMinor',
    rule: 'With `rateBps` 0 the install reward must be above 0: terms that pay nothing are a mistake',
    remedy: 'Set `cpi.amountMinor`, or a rate; 2000 is 20 %',
  },
  {
    code: 'sale_kinds_required',
    pointer: '/rules/includedSaleKinds',
    rule: 'With `rateBps` above 0 at least one kind of sale must earn',
    remedy: 'Name `subscription_sale`, `usage_sale` or `one_time_sale`',
  },
  {
    code: 'primary_threshold_missing',
    pointer: '/rules/thresholds',
    rule: '`thresholds`, when sent, must have an entry in the currency of `threshold`',
    remedy: 'Add `threshold` to `thresholds`, or leave `thresholds` out',
  },
  {
    code: 'primary_threshold_differs',
    pointer: '/rules/thresholds',
    rule: 'The entry in the currency of `threshold` must have exactly its amount',
    remedy: 'Send the same `amountMinor` in both',
  },
  {
    code: 'threshold_currency_repeated',
    pointer: '/rules/thresholds/1/currency',
    rule: 'Each currency may have only one threshold',
    remedy: 'Remove the second entry of the currency',
  },
  {
    code: 'effective_at_in_past',
    pointer: '/effectiveAt',
    rule: "New terms are never retroactive: `effectiveAt` may be at most 5 s behind the service's clock",
    remedy: 'Leave `effectiveAt` out for now, or send a later time',
  },
  {
    code: 'effective_at_too_far',
    pointer: '/effectiveAt',
    rule: '`effectiveAt` may be at most 10 years ahead',
    remedy: 'Send an earlier time; check its unit and time zone',
  },
]
