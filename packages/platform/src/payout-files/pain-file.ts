import { currencyScale, toDecimal } from '@affiliate-platform/contract'
import { toFileAmount } from './csv-files.ts'
import type { ExportedPayout } from './exported-payout.ts'
import { toPayoutReference } from './payout-reference.ts'
import { toSepaName } from './sepa-name.ts'

/** The account that a bank pays from. */
export interface Debtor {
  /** One that `toSepaName` can write. */
  readonly name: string
  /** Without blanks. */
  readonly iban: string
  readonly bic: string | null
}

/** What a bank is asked for: the payouts of a run, all in euros. */
export interface BankOrder {
  readonly runId: string
  readonly createdAt: Date
  /** The day on which the bank pays: `2026-04-02`. */
  readonly executeOn: string
  readonly debtor: Debtor
}

/** Writes an ISO 20022 credit transfer, pain.001.001.09, as SEPA takes it. The bank gives each payout's reference back. */
export function writePainFile(payouts: readonly ExportedPayout[], order: BankOrder): string {
  const { runId, createdAt, executeOn, debtor } = order
  const totals = `<NbOfTxs>${payouts.length}</NbOfTxs>
      <CtrlSum>${sumOf(payouts)}</CtrlSum>`
  const reference = toPayoutReference(runId)
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
  <CstmrCdtTrfInitn>
    <GrpHdr>
      <MsgId>${reference}</MsgId>
      <CreDtTm>${createdAt.toISOString()}</CreDtTm>
      ${totals}
      <InitgPty><Nm>${writeName(debtor.name)}</Nm></InitgPty>
    </GrpHdr>
    <PmtInf>
      <PmtInfId>${reference}</PmtInfId>
      <PmtMtd>TRF</PmtMtd>
      ${totals}
      <PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>
      <ReqdExctnDt><Dt>${executeOn}</Dt></ReqdExctnDt>
      <Dbtr><Nm>${writeName(debtor.name)}</Nm></Dbtr>
      <DbtrAcct><Id><IBAN>${debtor.iban}</IBAN></Id></DbtrAcct>
      <DbtrAgt><FinInstnId>${writeBank(debtor.bic)}</FinInstnId></DbtrAgt>
      <ChrgBr>SLEV</ChrgBr>
${payouts.map(writeTransfer).join('')}    </PmtInf>
  </CstmrCdtTrfInitn>
</Document>
`
}

function writeTransfer({ id, amount, payee }: ExportedPayout): string {
  const { name, iban, bic, town, country } = payee
  const reference = toPayoutReference(id)
  const agent =
    bic === null
      ? ''
      : `
        <CdtrAgt><FinInstnId>${writeBank(bic)}</FinInstnId></CdtrAgt>`
  return `      <CdtTrfTxInf>
        <PmtId><EndToEndId>${reference}</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="${amount.currency}">${toFileAmount(amount)}</InstdAmt></Amt>${agent}
        <Cdtr><Nm>${writeName(name)}</Nm>${writeAddress(town, country)}</Cdtr>
        <CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>
        <RmtInf><Ustrd>Affiliate payout ${reference}</Ustrd></RmtInf>
      </CdtTrfTxInf>
`
}

function writeBank(bic: string | null): string {
  return bic === null ? '<Othr><Id>NOTPROVIDED</Id></Othr>' : `<BICFI>${bic}</BICFI>`
}

function sumOf(payouts: readonly ExportedPayout[]): string {
  const sum = payouts.reduce((total, { amount }) => total + BigInt(amount.amountMinor), 0n)
  return toDecimal(`${sum}`, currencyScale('EUR') ?? 0)
}

const writeName = (name: string): string => (toSepaName(name) ?? '').replaceAll("'", '&apos;')

// From November 2026 banks take an address only with town and country in members of their own.
function writeAddress(town: string | null, country: string | null): string {
  const written = town === null ? '' : writeName(town).slice(0, 35)
  if (written === '' || country === null) return ''
  return `<PstlAdr><TwnNm>${written}</TwnNm><Ctry>${country}</Ctry></PstlAdr>`
}
