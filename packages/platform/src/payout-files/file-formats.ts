import type { PayeeDetails } from '../payees/store.ts'

/** A format that a bank or payment service reads. */
export type FileFormat = 'paypal' | 'wise' | 'pain001'

interface FormatDetails {
  /** Of the payees that it can pay. */
  readonly method: Exclude<PayeeDetails['method'], 'other'>
  readonly ending: 'csv' | 'xml'
  /** What its reader takes in one file. */
  readonly rowsMax: number
}

export const fileFormats: Readonly<Record<FileFormat, FormatDetails>> = {
  paypal: { method: 'paypal', ending: 'csv', rowsMax: 5000 },
  wise: { method: 'wise', ending: 'csv', rowsMax: 1000 },
  pain001: { method: 'sepa', ending: 'xml', rowsMax: 5000 },
}
