import { Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { ActButton } from '../parts/act-button.tsx'
import { Deliveries } from '../parts/deliveries.tsx'
import { withoutKey } from '../parts/endpoint-acts.tsx'
import { EndpointForm, type MadeEndpoint } from '../parts/endpoint-form.tsx'
import { EndpointsTable } from '../parts/endpoints-table.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { MadeSecret, useMade } from '../parts/made-secret.tsx'
import { Screen } from '../parts/screen.tsx'
import { useRefusal } from '../session.ts'
import { toHost } from '../webhook-texts.ts'

/** How often it is read anew how endpoints are. */
const everyMs = 5000

/** Who is told of what happens, and what came of it; added, tried out, paused and repeated here. */
export function Webhooks() {
  const queries = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const { made, show, dismiss } = useMade<MadeEndpoint>()
  const query = useQuery({
    queryKey: ['endpoints'],
    queryFn: () => call('listEndpoints'),
    refetchInterval: everyMs,
  })
  const refusal =
    useRefusal('workspace:manage') ?? (query.data?.keepsSecrets === false ? withoutKey : undefined)
  const onMade = async (endpoint: MadeEndpoint) => {
    setAdding(false)
    show(endpoint)
    await queries.invalidateQueries({ queryKey: ['endpoints'] })
  }
  return (
    <Screen
      title="Webhooks"
      acts={
        <ActButton
          isRefused={refusal !== undefined}
          disabled={isAdding}
          aria-describedby={refusal === undefined ? undefined : 'refusal'}
          onClick={() => {
            dismiss()
            setAdding(true)
          }}
        >
          Add endpoint
        </ActButton>
      }
    >
      {refusal !== undefined && (
        <Text c="dimmed" id="refusal">
          {refusal}
        </Text>
      )}
      {made !== undefined && (
        <MadeSecret
          title={`The secret of ${toHost(made.url)}`}
          secret={made.secret}
          hint="Give it to the receiver, which verifies deliveries with it. It is not shown again."
          lost="The secret was shown when it was made. If nobody has saved it, rotate it: the new one is shown."
          copyName="Copy secret"
          dismiss={dismiss}
        />
      )}
      <Loaded query={query}>
        {(data) => (
          <>
            {isAdding && <EndpointForm {...data} onMade={onMade} cancel={() => setAdding(false)} />}
            {data.items.length === 0 ? (
              <Text c="dimmed">
                Nobody is told yet. Add an endpoint, and your app, your accounting or a chat is told of
                referrals, commissions and payouts as they are recorded.
              </Text>
            ) : (
              <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
                <EndpointsTable data={data} onMade={onMade} />
              </div>
            )}
            {data.items.length > 0 && <Deliveries endpoints={data.items} />}
          </>
        )}
      </Loaded>
    </Screen>
  )
}
