import { Button, Stack, Switch, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../api.ts'
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

/** Which keys open the workspace, what each may do and uses; made, rotated and revoked here. */
export function Keys() {
  const queries = useQueryClient()
  const refusal = useRefusal('workspace:manage')
  const [search, setSearch] = useSearchParams()
  const [isCreating, setCreating] = useState(false)
  const { made, show, dismiss } = useMade<MadeKey>()
  const [act, setAct] = useState<KeyAct>()
  const query = useQuery({
    queryKey: ['keys'],
    queryFn: () => call('listKeys'),
    refetchInterval: meteredEveryMs,
  })
  const refresh = () => queries.invalidateQueries({ queryKey: ['keys'] })
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
        <Button
          disabled={refusal !== undefined || isCreating}
          aria-describedby={refusal === undefined ? undefined : 'refusal'}
          onClick={() => {
            choose(undefined)
            dismiss()
            setCreating(true)
          }}
        >
          Create key
        </Button>
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
          const time = { asOf, toldAtMs: query.dataUpdatedAt, onEnd: () => void refresh() }
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
              {shown.length === 0 ? (
                <Text c="dimmed">No active keys. Create one for whatever calls the service.</Text>
              ) : (
                <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
                  <KeysTable
                    items={shown}
                    wanted={wanted}
                    time={time}
                    act={act}
                    choose={choose}
                    onMade={onMade}
                  />
                  {isCut && (
                    <Stack p="md" gap={4}>
                      <Text c="dimmed">These are the newest {items.length}. All of them:</Text>
                      <SameAs command="keys list" />
                    </Stack>
                  )}
                </div>
              )}
            </>
          )
        }}
      </Loaded>
    </Screen>
  )
}
