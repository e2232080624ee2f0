import { NativeSelect, TextInput } from '@mantine/core'
import { type ImportSource, importSources } from '../import-sources.ts'

interface ImportFromProps {
  readonly source: ImportSource
  readonly onSource: (source: ImportSource) => void
  readonly onFiles: (files: readonly File[]) => void
}

export function ImportFrom({ source, onSource, onFiles }: ImportFromProps) {
  return (
    <>
      <NativeSelect
        label="From"
        value={source}
        data={Object.entries(importSources).map(([value, { name: label }]) => ({ value, label }))}
        onChange={({ currentTarget }) => onSource(currentTarget.value as ImportSource)}
      />
      <TextInput
        key={source}
        type="file"
        multiple
        {...importSources[source].files}
        required
        onChange={({ currentTarget }) => onFiles([...(currentTarget.files ?? [])])}
      />
    </>
  )
}
