import { NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { Loaded } from '../parts/loaded.tsx'
import { MisplacedSales } from '../parts/misplaced-sales.tsx'
import { Reconciliation } from '../parts/reconciliation.tsx'
import { SaleConnection } from '../parts/sale-connection.tsx'
import { Screen } from '../parts/screen.tsx'
import { SetAside } from '../parts/set-aside.tsx'

/** How often it is read anew: passes go on by themselves. */
const everyMs = 10_000

/** How the sales of an app get in, what could not be read, and whether they are what the Partner API tells. */
export function Sales() {
  const [search, setSearch] = useSearchParams()
  const appId = search.get('appId') ?? undefined
  const query = useQuery({
    queryKey: ['sales', appId],
    queryFn: () => call('readSales', { query: appId === undefined ? {} : { appId } }),
    refetchInterval: everyMs,
  })
  return (
    <Screen title="Sales">
      <Loaded query={query}>
        {(data) => {
          const { apps, appId: shown, connection, misplaced, isCut, setAside } = data
          if (shown === null) {
            return <Text c="dimmed">There is no app yet. The command apps create makes one.</Text>
          }
          return (
            <>
              {apps.length > 1 && (
                <NativeSelect
                  label="App"
                  maw={360}
                  data={apps.map(({ id, name }) => ({ value: id, label: name }))}
                  value={shown}
                  onChange={({ currentTarget }) =>
                    setSearch({ appId: currentTarget.value }, { replace: true })
                  }
                />
              )}
              <div className="columns">
                <Stack gap="md">
                  <MisplacedSales appId={shown} sales={misplaced} isCut={isCut} />
                  <SetAside key={shown} appId={shown} counts={setAside} />
                </Stack>
                <Stack gap="md">
                  <SaleConnection appId={shown} data={data} />
                  <Reconciliation key={shown} appId={shown} isConnected={connection !== null} />
                </Stack>
              </div>
            </>
          )
        }}
      </Loaded>
    </Screen>
  )
}
