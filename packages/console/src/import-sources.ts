/** Where histories are imported from. */
export const importSources = {
  mantle: {
    name: 'Mantle',
    files: {
      accept: '.json,.csv,application/json,text/csv',
      label: 'Files of the export',
      description: 'All of them at once. With tables, also columns.json',
    },
  },
  partnerdex: {
    name: 'PartnerDex',
    files: {
      accept: '.sqlite,.sqlite3,.db,.sqlite-wal,.sqlite3-wal,.db-wal',
      label: 'Database',
      description: 'With the file beside it that ends in -wal, where there is one: the newest rows are in it',
    },
  },
} as const

/** Where a history is imported from. */
export type ImportSource = keyof typeof importSources

const isLog = ({ name }: File): boolean => name.endsWith('-wal')

/** What an export is called in the list of imports. */
export function nameExport(source: ImportSource, files: readonly File[]): string {
  if (source === 'partnerdex') return files.find((file) => !isLog(file))?.name ?? 'partnerdex.sqlite'
  return files[0]?.webkitRelativePath.split('/')[0] || 'mantle-export'
}

/** The files as they are uploaded: whatever a database is called, it is found. */
export function toUploads(source: ImportSource, files: readonly File[]): readonly File[] {
  if (source === 'mantle') return files
  const database = files.find((file) => !isLog(file))
  const log = files.find(isLog)
  return [
    ...(database === undefined ? [] : [new File([database], 'partnerdex.sqlite')]),
    ...(log === undefined ? [] : [new File([log], 'partnerdex.sqlite-wal')]),
  ]
}
