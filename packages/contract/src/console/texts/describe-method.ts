/** How a payment was made, as it is said within a sentence. */
export function describeMethod(method: string): string {
  const known: Readonly<Record<string, string>> = {
    ...{ paypal: 'PayPal', wise: 'Wise', sepa: 'bank transfer', bank_transfer: 'bank transfer' },
  }
  return known[method.toLowerCase()] ?? method
}
