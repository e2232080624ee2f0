import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Button, Checkbox, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { formatMoney, sumByCurrency } from '../money.ts'
import { ActButton } from '../parts/act-button.tsx'
import { DecisionsTable } from '../parts/decisions-table.tsx'
import { FormRow } from '../parts/form.tsx'
import { Failure, Loaded } from '../parts/loaded.tsx'
import { NothingFrozen } from '../parts/nothing-frozen.tsx'
import { SameAs } from '../parts/same-as.tsx'
import { Screen } from '../parts/screen.tsx'
import { useRefusal } from '../session.ts'
import { count, formatTime } from '../texts.ts'

type Preview = ConsoleResponse<'previewPayoutRun'>

/** What a run would pay: looked at first, then frozen. */
export function RunPreview() {
  const [search, setSearch] = useSearchParams()
  const day = search.get('day') ?? ''
  const [wanted, setWanted] = useState(day)
  const query = useQuery({
    queryKey: ['preview', day],
    queryFn: () => call('previewPayoutRun', { query: { ...(day !== '' && { day }) } }),
    // What was looked at stays until it is looked at anew: the run is frozen as it was seen.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Screen
      title="Run preview"
      acts={
        <FormRow
          submit={() => {
            if (wanted === day) void query.refetch()
            else setSearch(wanted && { day: wanted }, { replace: true })
          }}
        >
          <TextInput
            type="date"
            label="As of the start of (optional)"
            value={wanted}
            onChange={({ currentTarget }) => setWanted(currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={query.isFetching}>
            {wanted === day ? 'Preview again' : 'Preview'}
          </Button>
        </FormRow>
      }
    >
      <Loaded query={query}>{(preview) => <Previewed key={preview.hash} first={preview} />}</Loaded>
    </Screen>
  )
}

function Previewed({ first }: { readonly first: Preview }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  // One id for one decision: pressed twice, it is frozen once.
  const [id] = useState(() => crypto.randomUUID())
  const [isSure, setSure] = useState(false)
  const [changed, setChanged] = useState<Preview>()
  const refusal = useRefusal('money:write')
  const preview = changed ?? first
  const freeze = useMutation({
    mutationFn: () =>
      call('freezePayoutRun', { body: { id, asOf: preview.asOf, previewHash: preview.hash } }),
    onSuccess: async ({ run, preview: other }) => {
      if (run === null) {
        setSure(false)
        setChanged(other ?? undefined)
        return
      }
      await queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'preview' })
      void navigate(`/payouts/runs/${run.id}`, { replace: true })
    },
  })
  const paid = preview.decisions.filter(({ decision }) => decision === 'paid')
  return (
    <div className="columns">
      {/* Before the list: keys reach it without a stop at every amount. */}
      <section className="card first" aria-labelledby="this-run">
        <Title order={2} size={16} id="this-run" mb="sm">
          This run
        </Title>
        <Text size="xs" c="dimmed">
          As of {formatTime(preview.asOf)}
        </Text>
        <Total paid={paid} />
        {(changed !== undefined || freeze.data?.run === null) && (
          <NothingFrozen before={first} after={changed} />
        )}
        <Stack gap="sm">
          <Checkbox
            checked={isSure}
            disabled={refusal !== undefined || paid.length === 0}
            onChange={({ currentTarget }) => setSure(currentTarget.checked)}
            label="I have checked this list. Freezing reserves the money; nobody is paid yet."
          />
          <ActButton
            isRefused={refusal !== undefined}
            disabled={!isSure}
            loading={freeze.isPending}
            aria-describedby={refusal === undefined ? undefined : 'refusal'}
            onClick={() => freeze.mutate()}
          >
            Freeze {count(paid.length, 'payout')}
          </ActButton>
          {refusal !== undefined && (
            <Text size="xs" c="dimmed" id="refusal">
              {refusal}
            </Text>
          )}
          {freeze.error !== null && <Failure error={freeze.error} />}
          <SameAs command={`payouts run --as-of ${preview.asOf} --preview ${preview.hash}`} />
        </Stack>
      </section>
      <DecisionsTable decisions={preview.decisions} />
    </div>
  )
}

function Total({ paid }: { readonly paid: Preview['decisions'] }) {
  const sums = sumByCurrency(paid.map(({ available }) => available))
  return (
    <Stack gap={4} my="sm">
      {sums.length > 0 && (
        <Text className="figures" fw={600}>
          {sums.map(formatMoney).join(', ')} in all
        </Text>
      )}
      <Text>{count(paid.length, 'payout')}</Text>
    </Stack>
  )
}
