import type { ImportCounts, ImportReport } from '../import-sales.ts'
import type { PartnerApiError } from '../partner-api/partner-api-error.ts'
import type { InstallImport } from './import-installs.ts'

/** What a pass did, over all of its runs. */
export interface PassReport extends Omit<ImportReport, 'runId'> {
  /** The last run; null where there was nothing to read. */
  readonly runId: string | null
  /** Runs of the pass: the one that was left unfinished, one for each shop, and the window's. */
  readonly runs: number
  /** Null where the pass reads no installs, or the token may not. */
  readonly installs: InstallImport | null
  /** Why there are no installs, where the token may not read them. */
  readonly installsDenied: string | null
}

/** Adds up the runs of a pass. A row that several runs set aside is listed once. */
export function toPassReport(
  reports: readonly ImportReport[],
  installs: InstallImport | PartnerApiError | null,
): PassReport {
  const sum = (name: keyof ImportCounts | 'posted') =>
    reports.reduce((total, report) => total + report[name], 0)
  const listed = reports.flatMap(({ setAside }) => setAside)
  const byKey = new Map(listed.map((row) => [`${row.platformId} ${row.reason}`, row]))
  const isDenied = installs instanceof Error
  return {
    runId: reports.at(-1)?.runId ?? null,
    read: sum('read'),
    new: sum('new'),
    revised: sum('revised'),
    known: sum('known'),
    replaced: sum('replaced'),
    unreferred: sum('unreferred'),
    older: reports.flatMap(({ older }) => older),
    setAside: [...byKey.values()],
    skipped: reports.flatMap(({ skipped }) => skipped),
    posted: sum('posted'),
    unposted: reports.at(-1)?.unposted ?? [],
    runs: reports.length,
    installs: isDenied ? null : installs,
    installsDenied: isDenied ? installs.message : null,
  }
}
