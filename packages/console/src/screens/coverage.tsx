import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { CountTable } from '../parts/count-table.tsx'
import { CoverageSources } from '../parts/coverage-sources.tsx'
import { ListCard } from '../parts/list-card.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { SameAs } from '../parts/same-as.tsx'
import { Screen } from '../parts/screen.tsx'
import { nameEvidence } from '../referral-texts.ts'
import { count, formatTime } from '../texts.ts'

type CoverageData = ConsoleResponse<'readCoverage'>

const daysDefault = '30'

/** Of how many installs is known who brought them, by what, and of which it is not. */
export function Coverage() {
  const [search, setSearch] = useSearchParams()
  const appId = search.get('appId') ?? undefined
  const days = search.get('days') ?? daysDefault
  const query = useQuery({
    queryKey: ['coverage', appId, days],
    queryFn: () => call('readCoverage', { query: { days, ...(appId !== undefined && { appId }) } }),
    placeholderData: keepPreviousData,
  })
  const ask = (name: string, value: string) => {
    search.set(name, value)
    setSearch(search, { replace: true })
  }
  return (
    <Screen title="Coverage of installs">
      <Loaded query={query}>
        {(data) => (
          <>
            <Group gap="sm">
              {data.apps.length > 1 && (
                <NativeSelect
                  aria-label="App"
                  data={data.apps.map(({ id, name }) => ({ value: id, label: name }))}
                  value={data.appId ?? ''}
                  onChange={({ currentTarget }) => ask('appId', currentTarget.value)}
                />
              )}
              <NativeSelect
                aria-label="Time"
                value={days}
                data={['7', '30', '90'].map((value) => ({ value, label: `The last ${value} days` }))}
                onChange={({ currentTarget }) => ask('days', currentTarget.value)}
              />
            </Group>
            <div className="columns" aria-busy={query.isPlaceholderData}>
              <Stack gap="md">
                <Summary data={data} />
                <Unexplained data={data} />
              </Stack>
              <Stack gap="md">
                <CoverageSources sources={data.sources} />
                <Counts data={data} />
              </Stack>
            </div>
            {data.appId !== null && (
              <SameAs command={`attribution coverage --app ${data.appId} --from ${data.from.slice(0, 10)}`} />
            )}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

/** Who has brought the shops, and by which links. */
function Counts({ data: { byMember, byLink } }: { readonly data: CoverageData }) {
  return (
    <>
      <CountTable
        title="By member"
        empty="No member has brought a shop or had a click."
        first="Member"
        rows={byMember.map(({ member, installs, clicks }) => ({
          ...{
            key: member.id,
            name: member.name,
            to: `/members/${member.id}`,
            counts: [installs, clicks],
          },
        }))}
        columns={['Installs', 'Clicks']}
      />
      <CountTable
        title="By link"
        empty="No link has brought a shop or had a click."
        first="Link"
        rows={byLink.map(({ id, code, installs, clicks }) => ({
          ...{ key: id, name: code, to: `/links/${id}`, counts: [installs, clicks] },
        }))}
        columns={['Installs', 'Clicks']}
      />
    </>
  )
}

function Summary({ data: { installs, explained, clicks, byEvidence } }: { readonly data: CoverageData }) {
  const share = installs === 0 ? 0 : Math.round((100 * explained) / installs)
  return (
    <section className="card" aria-labelledby="explained">
      <Title order={2} size={16} id="explained" mb="xs">
        {installs === 0 ? 'No install is known of this time' : `${share} % of installs explained`}
      </Title>
      {installs > 0 && (
        <>
          <Text>
            Of {count(installs, 'install')}, {explained.toLocaleString('en')} have a member who brought them.
          </Text>
          <div className="bar" aria-hidden="true" style={{ marginBlock: 8 }}>
            <span style={{ width: `${share}%`, background: 'var(--accent)' }} />
          </div>
          <dl className="rules">
            {byEvidence.map(({ kind, installs: known }) => (
              <div key={kind}>
                <dt>{kind === 'operator' ? 'Recorded by hand' : nameEvidence(kind)}</dt>
                <dd>{known.toLocaleString('en')}</dd>
              </div>
            ))}
            <div>
              <dt>Nobody is known</dt>
              <dd>{(installs - explained).toLocaleString('en')}</dd>
            </div>
          </dl>
        </>
      )}
      <Text size="xs" c="dimmed" mt="xs">
        {count(clicks, 'click')} on links of members in this time. Clicks and installs are counted apart: who
        clicks is not known at the install.
      </Text>
    </section>
  )
}

function Unexplained({ data: { unexplained, installs, explained } }: { readonly data: CoverageData }) {
  const left = installs - explained
  return (
    <ListCard
      id="unexplained"
      title="Nobody is known to have brought"
      empty="Every install of this time is explained."
      rows={unexplained.map(({ shop, installedAt }) => (
        <li key={`${shop} ${installedAt}`}>
          <Anchor component={Link} to={`/shops/${shop}`} underline="always">
            {shop}
          </Anchor>
          , {formatTime(installedAt)}
        </li>
      ))}
    >
      {left > unexplained.length && (
        <Text c="dimmed" mt="sm">
          The first {unexplained.length} of {left.toLocaleString('en')}. The command below lists more.
        </Text>
      )}
    </ListCard>
  )
}
