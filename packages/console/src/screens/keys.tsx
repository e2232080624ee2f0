import { Stack, Switch, Text } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { ActButton } from '../parts/act-button.tsx'
import { KeyForm } from '../parts/key-form.tsx'
import { type KeyAct, KeysTable } from '../parts/keys-table.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { type MadeKey, NewKey } from '../parts/made-key.tsx'
import { useMade } from '../parts/made-secret.tsx'
import { SameAs } from '../parts/same-as.tsx'
import { Screen } from '../parts/screen.tsx'
import { useRefusal } from '../session.ts'

/** How often the meters are read anew. */
const meteredEveryMs = 5000

const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: () => call('listKeys'),
  refetchInterval: meteredEveryMs,
})

/** Which keys open the workspace, what each may do and uses; made, rotated and revoked here. */
export function Keys() {
  const queries = useQueryClient()
  const refusal = useRefusal('workspace:manage')
  const [search, setSearch] = useSearchParams()
  const [isCreating, setCreating] = useState(false)
  const { made, show, dismiss } = useMade<MadeKey>()
  const [act, setAct] = useState<KeyAct>()
  const query = useQuery(keysQuery)
  const refresh = () => queries.invalidateQueries({ queryKey: keysQuery.queryKey })
  const choose = (chosen: KeyAct | undefined) => {
    setCreating(false)
    setAct(chosen)
  }
  const onMade = async (key: MadeKey) => {
    choose(undefined)
    show(key)
    await refresh()
  }
  const showsEnded = search.get('show') === 'ended'
  const wanted = search.get('key')
  return (
    <Screen
      title="Keys"
      acts={
        <ActButton
          isRefused={refusal !== undefined}
          disabled={isCreating}
          aria-describedby={refusal === undefined ? undefined : 'refusal'}
          onClick={() => {
            choose(undefined)
            dismiss()
            setCreating(true)
          }}
        >
          Create key
        </ActButton>
      }
    >
      {refusal !== undefined && (
        <Text c="dimmed" id="refusal">
          {refusal}
        </Text>
      )}
      {made !== undefined && <NewKey made={made} dismiss={dismiss} />}
      <Loaded query={query}>
        {({ asOf, items, isCut, apps }) => {
          const shown = items.filter(({ id, state }) => showsEnded || state !== 'ended' || id === wanted)
          const time = { asOf, receivedAtMs: query.dataUpdatedAt, onEnd: () => void refresh() }
          return (
            <>
              {isCreating && <KeyForm apps={apps} onMade={onMade} cancel={() => setCreating(false)} />}
              <Switch
                label="Show keys that have ended"
                checked={showsEnded}
                onChange={({ currentTarget: { checked } }) =>
                  setSearch(checked ? { show: 'ended' } : {}, { replace: true })
                }
              />
              <KeysCard
                newest={isCut ? items.length : undefined}
                {...{ items: shown, wanted, time, act, choose, onMade }}
              />
            </>
          )
        }}
      </Loaded>
    </Screen>
  )
}

interface KeysCardProps extends ComponentProps<typeof KeysTable> {
  /** How many were read, where there are more. */
  readonly newest: number | undefined
}

function KeysCard({ newest, ...table }: KeysCardProps) {
  if (table.items.length === 0) {
    return <Text c="dimmed">No active keys. Create one for whatever calls the service.</Text>
  }
  return (
    <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
      <KeysTable {...table} />
      {newest !== undefined && (
        <Stack p="md" gap={4}>
          <Text c="dimmed">These are the newest {newest}. All of them:</Text>
          <SameAs command="keys list" />
        </Stack>
      )}
    </div>
  )
}
