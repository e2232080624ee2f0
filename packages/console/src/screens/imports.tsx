import { Alert, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { ImportForm } from '../parts/import-form.tsx'
import { ImportReport } from '../parts/import-report.tsx'
import { ImportRows } from '../parts/import-rows.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { SameAs } from '../parts/same-as.tsx'
import { Screen } from '../parts/screen.tsx'
import type { Outcome } from '../parts/use-import.ts'

/** What was saved from another platform: looked at, imported, listed and undone here. */
export function Imports() {
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>()
  const query = useQuery({ queryKey: ['imports'], queryFn: () => call('listHistoryImports') })
  const onOutcome = (found: Outcome | undefined) => {
    setOutcome(found)
    if (found !== undefined && found.importId !== null) void queries.invalidateQueries()
  }
  return (
    <Screen title="Imports">
      <Loaded query={query}>
        {({ items, isCut, apps }) => (
          <>
            <div className="columns">
              <Stack gap="md">{outcome === undefined ? <Intro /> : <ImportResult outcome={outcome} />}</Stack>
              <ImportForm apps={apps} outcome={outcome} onOutcome={onOutcome} />
            </div>
            {items.length > 0 && <ImportRows items={items} />}
            {isCut && (
              <Stack gap={4}>
                <Text c="dimmed">These are the newest {items.length}. All of them:</Text>
                <SameAs command="import list" />
              </Stack>
            )}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function Intro() {
  return (
    <Text c="dimmed">
      What was saved from Mantle: affiliates.json, attributions.json, payouts.json and commissions.json, or
      the lists of the public API, or tables as CSV. Or the database of a PartnerDex. The check shows the
      whole report and saves nothing. Larger ones are imported by the command.
    </Text>
  )
}

function ImportResult({ outcome: { report, importId, isKnown } }: { readonly outcome: Outcome }) {
  const isDone = importId !== null
  return (
    <>
      <Alert
        color={isDone ? 'green' : 'blue'}
        role="status"
        title={isDone ? 'Imported' : 'Nothing is imported yet'}
      >
        {isKnown
          ? 'This export was imported before. Nothing was changed.'
          : isDone
            ? 'What was open there is left out of payout runs until you decide, member by member.'
            : 'This is what would be imported. Compare the sums with those there.'}
      </Alert>
      <ImportReport report={report} />
    </>
  )
}
