import type { CommandLine } from '@affiliate-platform/contract/console'
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Download } from '../api.ts'
import { toWord } from '../to-word.ts'
import { Failure } from './loaded.tsx'
import { SameAs } from './same-as.tsx'
import { useDownload } from './use-download.ts'

/** A list that can be downloaded, and the command that prints the same. */
export interface ListFile {
  readonly operation: Download
  readonly fileName: string
  readonly command: 'memberships list' | 'payouts list' | 'commissions list' | 'referrals list'
}

interface DownloadCsvProps {
  readonly file: ListFile
  /** The filters of the list. */
  readonly asked: Readonly<Record<string, string>>
}

/** How far a download has come, and how to give it up. */
export function DownloadProgress({
  cancel,
  progress,
}: Pick<ReturnType<typeof useDownload>, 'cancel' | 'progress'>) {
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={cancel}>
        Cancel
      </Button>
      <Text size="xs" c="dimmed" role="status">
        {progress}
      </Text>
    </>
  )
}

/** Downloads every row that a list has with its filters, and those which no page has shown yet. */
export function DownloadCsv({ file, asked }: DownloadCsvProps) {
  const { act, cancel, progress } = useDownload(file.operation, file.fileName, asked)
  return (
    <Stack component="section" aria-label="Download" gap="xs">
      <Group gap="sm">
        <Button variant="default" loading={act.isPending} onClick={() => act.mutate()}>
          Download CSV
        </Button>
        {act.isPending ? (
          <DownloadProgress cancel={cancel} progress={progress} />
        ) : (
          <Text size="xs" c="dimmed">
            Every row with these filters, also those not shown yet.{' '}
            <Anchor component={Link} to="/settings/downloads" underline="always" size="xs">
              Earlier downloads
            </Anchor>
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
  currency: '--currency',
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
