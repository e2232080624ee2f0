import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Alert, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { count, formatTime } from '../texts.ts'
import { SameAs } from './same-as.tsx'

type SalesData = ConsoleResponse<'readSales'>

interface SaleConnectionProps {
  readonly appId: string
  readonly data: SalesData
}

/** How the sales of an app get in, and how far they are read. */
export function SaleConnection({ appId, data }: SaleConnectionProps) {
  const { connection, lastRun, backfills, unposted } = data
  return (
    <section className="card" aria-labelledby="connection">
      <Title order={2} size={16} id="connection" mb="sm">
        Connection
      </Title>
      <Stack gap="sm">
        {connection === null ? (
          <Text>{unconnected[data.source ?? 'none'] ?? unconnected['none']}</Text>
        ) : (
          <Connected connection={connection} />
        )}
        <dl className="rules">
          <Pair name="Last import">
            {lastRun === null
              ? 'None yet'
              : `${formatTime(lastRun.startedAt)}, ${count(lastRun.rows, 'row')}: ${results[lastRun.result ?? 'open']}`}
          </Pair>
          {connection !== null && (
            <Pair name="Shops to read">
              {backfills === 0
                ? 'None'
                : `${count(backfills, 'referred shop')} whose history is still to be read`}
            </Pair>
          )}
          <Pair name="To be posted">
            {unposted === 0 ? 'None' : `${count(unposted, 'sale')}: the next import posts them`}
          </Pair>
        </dl>
        <SameAs command={connection === null ? 'sales connect --help' : `sales status --app ${appId}`} />
      </Stack>
    </section>
  )
}

const results = { complete: 'complete', failed: 'ended before its end', open: 'goes on' } as const

const unconnected: Readonly<Record<string, string>> = {
  none: 'Nothing was imported yet. Connect the app to the Partner API, and sales come in by themselves; or import a file of them.',
  manual_file:
    'Sales come from files that are imported. Connect the app to the Partner API, and they come in by themselves.',
  partner_transactions: 'The app is not connected any more.',
}

function Connected({ connection }: { readonly connection: NonNullable<SalesData['connection']> }) {
  const { organizationId, platformAppId, keepsToken, isReading, lastFailure, ...times } = connection
  return (
    <>
      {lastFailure !== null && (
        <Alert color="red" title="The last pass failed">
          {lastFailure} It is tried again at {formatTime(times.nextPassAt)}.
        </Alert>
      )}
      <dl className="rules">
        <Pair name="Source">
          Partner API, organization {organizationId}, app {platformAppId}
        </Pair>
        <Pair name="Token">{keepsToken ? 'Kept here, encrypted' : 'Of the process that imports'}</Pair>
        <Pair name="Sales read until">{formatTime(times.salesReadUntil)}</Pair>
        <Pair name="Installs read until">
          {times.installsReadUntil === null ? 'None yet' : formatTime(times.installsReadUntil)}
        </Pair>
        <Pair name="Next pass">
          {isReading ? 'Under way' : `${formatTime(times.nextPassAt)}, where the service imports by itself`}
        </Pair>
      </dl>
    </>
  )
}

function Pair({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
