import type { ConsoleBody, ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../api.ts'
import { formatMoney } from '../money.ts'
import { CallError } from '../send.ts'
import { useRefusal } from '../session.ts'
import { count, fileFormatNames, leftOutReasons } from '../texts.ts'
import { ActButton } from './act-button.tsx'
import { AmountDoor } from './amount-door.tsx'
import { Form } from './form.tsx'
import { Failure, Loaded } from './loaded.tsx'
import { SameAs } from './same-as.tsx'
import { saveFile } from './save-file.ts'

type Payable = ConsoleResponse<'listPayableFiles'>

/** The files that pay a run, and what none of them pays. */
export function RunFiles({ runId }: { readonly runId: string }) {
  const query = useQuery({
    queryKey: ['files', runId],
    queryFn: () => call('listPayableFiles', { id: runId }),
  })
  return (
    <Loaded query={query}>
      {({ formats, leftOut }) => {
        const payable = formats.filter(({ sums }) => sums.length > 0)
        return (
          <div className="columns">
            <LeftOut leftOut={leftOut} />
            <Stack gap="md" className="first">
              {payable.length === 0 && (
                <section className="card">
                  <Text c="dimmed">There is nothing left to pay by file.</Text>
                </section>
              )}
              {payable.map((one) => (
                <FormatCard key={one.format} runId={runId} payable={one} />
              ))}
            </Stack>
          </div>
        )
      }}
    </Loaded>
  )
}

interface FormatProps {
  readonly runId: string
  readonly payable: Payable['formats'][number]
}

function FormatCard({ runId, payable: { format, sums } }: FormatProps) {
  const refusal = useRefusal('money:write')
  const [debtor, setDebtor] = useState({ name: '', iban: '', bic: '' })
  const write = useMutation({
    mutationFn: (body: ConsoleBody<'writePayoutFiles'>) => call('writePayoutFiles', { id: runId, body }),
    onSuccess: ({ files }) => files.forEach(saveFile),
  })
  const faults = write.error instanceof CallError ? write.error.faults : undefined
  const field = (name: keyof typeof debtor, label: string) => (
    <TextInput
      label={label}
      name={`debtor-${name}`}
      required={name !== 'bic'}
      value={debtor[name]}
      error={faults?.get(`/debtor/${name}`)}
      onChange={({ currentTarget: { value } }) => setDebtor({ ...debtor, [name]: value })}
    />
  )
  const submit = () => {
    if (format !== 'pain001') write.mutate({ format })
    else write.mutate({ format, debtor: { ...debtor, bic: debtor.bic.trim() || null } })
  }
  const account = format === 'pain001' ? " --debtor-name '…' --debtor-iban …" : ''
  return (
    <section className="card" aria-label={fileFormatNames[format]}>
      <Form submit={submit}>
        <Title order={2} size={16}>
          {fileFormatNames[format]}
        </Title>
        {sums.map(({ rows, sum }) => (
          <Group key={sum.currency} justify="space-between">
            <Text>{count(rows, 'payment')}</Text>
            <Text className="figures" fw={600}>
              {formatMoney(sum)} in all
            </Text>
          </Group>
        ))}
        {format === 'pain001' && (
          <>
            {field('name', 'Paid by')}
            {field('iban', 'From the account (IBAN)')}
            {field('bic', 'BIC (if your bank requires it)')}
          </>
        )}
        <ActButton
          type="submit"
          loading={write.isPending}
          isRefused={refusal !== undefined}
          aria-describedby={refusal === undefined ? undefined : `refusal-${format}`}
        >
          Download {count(sums.length, 'file')}
        </ActButton>
        {refusal !== undefined && (
          <Text size="xs" c="dimmed" id={`refusal-${format}`}>
            {refusal}
          </Text>
        )}
        {write.error !== null && !faults?.size && <Failure error={write.error} />}
        {write.data?.files.map(({ name, rows, checksum }) => (
          <Text key={name} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {name}: {count(rows, 'row')}, SHA-256 {checksum}
          </Text>
        ))}
        <SameAs command={`payouts export ${runId} --format ${format}${account}`} />
      </Form>
    </section>
  )
}

function LeftOut({ leftOut }: Pick<Payable, 'leftOut'>) {
  const lacksPayee = leftOut.some(({ reason }) => reason === 'no_payee')
  return (
    <section aria-labelledby="left-out">
      <Title order={2} size={16} id="left-out" mb="sm">
        Left out of all files
      </Title>
      {leftOut.length === 0 ? (
        <Text c="dimmed">Every payout of this run is in a file.</Text>
      ) : (
        <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
          <Table className="cards">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Member</Table.Th>
                <Table.Th className="figures">Amount</Table.Th>
                <Table.Th>Why</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {leftOut.map(({ payoutId, member, amount, reason }) => (
                <Table.Tr key={payoutId}>
                  <Table.Td>
                    <Anchor
                      component={Link}
                      to={reason === 'no_payee' ? `/members/${member.id}` : `/payouts/${payoutId}`}
                    >
                      <bdi>{member.name}</bdi>
                    </Anchor>
                  </Table.Td>
                  <Table.Td className="figures" data-label="Amount">
                    <AmountDoor amount={amount} opens={`/payouts/${payoutId}`} />
                  </Table.Td>
                  <Table.Td data-label="Why">{leftOutReasons[reason] ?? reason}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {lacksPayee && (
            <Text c="dimmed" p="md">
              A run uses the payee on file when it was frozen. Set one on the member’s page, from a day before
              the run.
            </Text>
          )}
        </div>
      )}
    </section>
  )
}
