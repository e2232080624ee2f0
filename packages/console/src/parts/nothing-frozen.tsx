import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../api.ts'
import { formatMoney } from '../money.ts'
import { count, formatTime } from '../texts.ts'

type Preview = ConsoleResponse<'previewPayoutRun'>

/** So many changes of another preview are named. */
const namedMax = 5

interface NothingFrozenProps {
  readonly before: Preview
  /** The preview that is true now; none where a later run was frozen. */
  readonly after: Preview | undefined
}

/** Why a preview was not frozen. */
export function NothingFrozen({ before, after }: NothingFrozenProps) {
  if (after === undefined) {
    return (
      <Alert color="yellow" role="alert" mb="sm" title="Nothing was frozen">
        A later run was frozen meanwhile. Preview again. <LatestRun />
      </Alert>
    )
  }
  return (
    <Alert color="yellow" role="alert" mb="sm" title="Something has changed since this preview">
      Nothing was frozen. <Changes before={before} after={after} /> This is the new preview. <LatestRun />
    </Alert>
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
