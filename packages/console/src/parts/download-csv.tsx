import type { CommandLine } from '@affiliate-platform/contract/console'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Download, download } from '../api.ts'
import { Failure } from './loaded.tsx'
import { SameAs, toWord } from './same-as.tsx'
import { saveFile } from './save-file.ts'

/** A list that can be downloaded, and the command that prints the same. */
export interface ListFile {
  readonly operation: Download
  readonly fileName: string
  readonly command: 'memberships list' | 'payouts list' | 'commissions list'
}

interface DownloadCsvProps {
  readonly file: ListFile
  /** The filters of the list. */
  readonly asked: Readonly<Record<string, string>>
}

/** Downloads every row that a list has with its filters, and those which no page has shown yet. */
export function DownloadCsv({ file, asked }: DownloadCsvProps) {
  const [bytes, setBytes] = useState(0)
  const leaving = useRef(new AbortController())
  // Nobody waits any more for what was begun on a screen that is gone.
  useEffect(() => () => leaving.current.abort(), [])
  const act = useMutation({
    mutationFn: () => {
      leaving.current = new AbortController()
      setBytes(0)
      const { signal } = leaving.current
      return download(file.operation, { query: asked, signal, onBytes: setBytes })
    },
    onSuccess: (content) => saveFile({ name: file.fileName, content }),
  })
  const cancel = () => {
    leaving.current.abort()
    act.reset()
  }
  return (
    <Stack component="section" aria-label="Download" gap="xs">
      <Group gap="sm">
        <Button variant="default" loading={act.isPending} onClick={() => act.mutate()}>
          Download CSV
        </Button>
        {act.isPending ? (
          <>
            <Button variant="subtle" onClick={cancel}>
              Cancel
            </Button>
            <Text size="xs" c="dimmed" role="status">
              {(bytes / 1e6).toFixed(1)} MB so far
            </Text>
          </>
        ) : (
          <Text size="xs" c="dimmed">
            Every row with these filters, also those not shown yet.
          </Text>
        )}
      </Group>
      {act.error !== null && <Failure error={act.error} />}
      <SameAs command={toCommand(file, asked)} />
    </Stack>
  )
}

const flags = {
  appId: '--app',
  membershipId: '--membership',
  status: '--status',
  search: '--search',
} as const

function toCommand({ command }: ListFile, asked: DownloadCsvProps['asked']): CommandLine {
  const words = Object.entries(flags).map(([filter, flag]) => {
    const value = asked[filter]
    return value === undefined ? '' : ` ${flag} ${toWord(value)}`
  })
  return `${command} --csv${words.join('')}`
}
