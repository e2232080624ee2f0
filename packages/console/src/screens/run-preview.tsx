import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Alert, Anchor, Button, Checkbox, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { formatMoney, sumByCurrency } from '../money.ts'
import { DecisionsTable } from '../parts/decisions-table.tsx'
import { FormRow } from '../parts/form.tsx'
import { Failure, Loaded } from '../parts/loaded.tsx'
import { SameAs } from '../parts/same-as.tsx'
import { Screen } from '../parts/screen.tsx'
import { useRefusal } from '../session.ts'
import { count, formatTime } from '../texts.ts'

type Preview = ConsoleResponse<'previewPayoutRun'>

/** So many changes of another preview are named. */
const namedMax = 5

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
  const sums = sumByCurrency(paid.map(({ available }) => available))
  return (
    <div className="columns">
      <DecisionsTable decisions={preview.decisions} />
      <section className="card first" aria-labelledby="this-run">
        <Title order={2} size={16} id="this-run" mb="sm">
          This run
        </Title>
        <Text size="xs" c="dimmed">
          As of {formatTime(preview.asOf)}
        </Text>
        <Stack gap={4} my="sm">
          {sums.map((sum) => (
            <Text key={sum.currency} className="figures" fw={600}>
              {formatMoney(sum)}
            </Text>
          ))}
          <Text>{count(paid.length, 'payout')}</Text>
        </Stack>
        {changed !== undefined && (
          <Alert color="yellow" role="alert" mb="sm" title="Something has changed since this preview">
            Nothing was frozen. <Changes before={first} after={changed} /> This is the new preview.{' '}
            <LatestRun />
          </Alert>
        )}
        {freeze.data?.run === null && changed === undefined && (
          <Alert color="yellow" role="alert" mb="sm" title="Nothing was frozen">
            A later run was frozen meanwhile. Preview again. <LatestRun />
          </Alert>
        )}
        <Stack gap="sm">
          <Checkbox
            checked={isSure}
            disabled={refusal !== undefined || paid.length === 0}
            onChange={({ currentTarget }) => setSure(currentTarget.checked)}
            label="I have checked this list. Freezing reserves the money; nobody is paid yet."
          />
          <Button
            disabled={!isSure}
            loading={freeze.isPending}
            aria-describedby={refusal === undefined ? undefined : 'refusal'}
            onClick={() => freeze.mutate()}
          >
            Freeze {count(paid.length, 'payout')}
          </Button>
          {refusal !== undefined && (
            <Text size="xs" c="dimmed" id="refusal">
              {refusal}
            </Text>
          )}
          {freeze.error !== null && <Failure error={freeze.error} />}
          <SameAs command={`payouts run --as-of ${preview.asOf} --preview ${preview.hash}`} />
        </Stack>
      </section>
    </div>
  )
}

type Decision = Preview['decisions'][number]

const payOf = (decision: Decision | undefined): string =>
  decision?.decision === 'paid' ? formatMoney(decision.available) : 'nothing'

/** Whom another preview pays otherwise, in words. Who is in one of both alone is paid nothing by the other. */
function Changes({ before, after }: { readonly before: Preview; readonly after: Preview }) {
  const keyOf = ({ member, available }: Decision) => `${member.id} ${available.currency}`
  const [earlier, later] = [before, after].map(
    ({ decisions }) => new Map(decisions.map((decision) => [keyOf(decision), decision])),
  )
  const changes = [...new Map([...(earlier ?? []), ...(later ?? [])])].flatMap(([key, { member }]) => {
    const [had, has] = [payOf(earlier?.get(key)), payOf(later?.get(key))]
    return had === has ? [] : [`${member.name}: ${has} instead of ${had}.`]
  })
  if (changes.length === 0) return <>Everybody is paid the same, but what waits for later has changed.</>
  const rest = changes.length - namedMax
  return (
    <>
      {[...changes.slice(0, namedMax), ...(rest > 0 ? [`And ${count(rest, 'more', 'more')}.`] : [])].join(
        ' ',
      )}
    </>
  )
}

/** The run that was frozen last: nothing is left for a preview whose money it has reserved. */
function LatestRun() {
  const { data } = useQuery({ queryKey: ['runs'], queryFn: () => call('listPayoutRuns') })
  const [latest] = data?.items ?? []
  if (latest === undefined) return null
  return (
    <Anchor component={Link} to={`/payouts/runs/${latest.id}`}>
      The latest run was frozen by {latest.actor} on {formatTime(latest.createdAt)}.
    </Anchor>
  )
}
