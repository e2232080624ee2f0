import { describeMethod, type MemberResponse } from '@affiliate-platform/contract/console'
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { formatMoney } from '../money.ts'
import { Loaded } from '../parts/loaded.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { formatDay, formatTime } from '../texts.ts'
import { NotArrivedForm, PartForm, TakeBackForm } from './answer-form.tsx'
import { call } from './api.ts'
import { EarningRows } from './earning-rows.tsx'
import { OwnAct } from './own-act.tsx'
import { Pages } from './pages.tsx'
import { Screen } from './screen.tsx'
import { useMemberId } from './session.ts'
import { factNames, ownPayoutStates } from './texts.ts'

type PayoutData = MemberResponse<'readOwnPayout'>
type PaymentAct = PayoutData['acts'][number]

/** A payout: what was said of its payment, and what it pays. */
export function Payout() {
  const { id = '' } = useParams()
  const memberId = useMemberId()
  const query = useQuery({ queryKey: ['payout', id], queryFn: () => call('readOwnPayout', { id }) })
  return (
    <Screen title={query.data === undefined ? 'Payout' : `Payout of ${formatDay(query.data.createdAt)}`}>
      <Loaded query={query}>
        {(payout) => (
          <div className="columns">
            <section className="card" aria-labelledby="lines">
              <Title order={2} size={16} id="lines" mb="xs">
                What it is for
              </Title>
              <Pages
                name={['lines', id]}
                read={(cursor) => call('listEarnings', { id: memberId, query: { payoutId: id, ...cursor } })}
              >
                {(items) => <EarningRows items={items} isStateKnown />}
              </Pages>
            </section>
            <section className="card first" aria-labelledby="facts">
              <Summary payout={payout} />
              <Facts payout={payout} />
            </section>
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

function Summary({ payout: { amount, unpaid, status } }: { readonly payout: PayoutData }) {
  const state = ownPayoutStates[status]
  return (
    <>
      <Title order={2} size={16} id="facts">
        <span className="figures">{formatMoney(amount)}</span>
      </Title>
      <Anchor href="#lines" underline="always">
        See the breakdown
      </Anchor>
      <Group gap="sm" my="xs">
        {state !== undefined && <StateBadge state={state} />}
        {unpaid.amountMinor !== '0' && (
          <Text>
            {/* What did not arrive is paid again, beside what was never sent. */}
            {formatMoney(unpaid)} {status === 'disputed' ? 'is still to come' : 'has not been sent yet'}.
          </Text>
        )}
      </Group>
    </>
  )
}

const speakers = { you: 'You', member: 'For you', payer: 'The program' } as const

function Facts({ payout }: { readonly payout: PayoutData }) {
  return (
    <Stack component="ol" gap="md" p={0} m={0} mt="md" style={{ listStyle: 'none' }}>
      {payout.facts.map(({ kind, id, amount, method, reference, paidAt, reason, by, at }) => (
        <li key={`${kind} ${id} ${at}`}>
          <Text fw={500}>
            {factNames[kind]} {amount !== null && <span className="figures">{formatMoney(amount)}</span>}
            {method !== null && ` by ${describeMethod(method)}`}
            {paidAt !== null && ` on ${formatDay(paidAt)}`}
            {reference !== null && `, reference ${reference}`}
          </Text>
          {reason !== null && <Text>{reason}</Text>}
          <Text size="xs" c="dimmed">
            {speakers[by]}, {formatTime(at)}
          </Text>
          <Acts payoutId={payout.id} acts={payout.acts.filter(({ about }) => about === id)} />
        </li>
      ))}
    </Stack>
  )
}

const actNames: Readonly<Record<PaymentAct['kind'], string>> = {
  confirmation: 'It arrived',
  dispute: 'It did not',
  confirmation_retraction: 'Undo my confirmation',
  closing: 'It arrived after all',
}

function Acts({ payoutId, acts }: { readonly payoutId: string; readonly acts: readonly PaymentAct[] }) {
  const [open, setOpen] = useState<PaymentAct['kind']>()
  const chosen = acts.find(({ kind }) => kind === open)
  const close = () => setOpen(undefined)
  if (acts.length === 0) return null
  return (
    <OwnAct what="answer this">
      <Group gap="xs" mt="xs">
        {acts.map(({ kind }) => (
          <Button
            key={kind}
            variant="default"
            size="compact-sm"
            aria-expanded={kind === open}
            onClick={() => setOpen(kind === open ? undefined : kind)}
          >
            {actNames[kind]}
          </Button>
        ))}
      </Group>
      {chosen !== undefined && <ActForm key={chosen.kind} payoutId={payoutId} act={chosen} close={close} />}
    </OwnAct>
  )
}

interface ActFormProps {
  readonly payoutId: string
  readonly act: PaymentAct
  readonly close: () => void
}

function ActForm({ payoutId, act: { kind, about, amount }, close }: ActFormProps) {
  switch (kind) {
    case 'confirmation':
      return amount && <PartForm payoutId={payoutId} reportId={about} amount={amount} close={close} />
    case 'dispute':
      return <NotArrivedForm payoutId={payoutId} reportId={about} close={close} />
    case 'confirmation_retraction':
      return (
        <TakeBackForm
          {...{ payoutId, close }}
          label="Take it back"
          question="Why?"
          toBody={(reason) => ({ kind, confirmationId: about, reason })}
        />
      )
    case 'closing':
      return (
        <TakeBackForm
          {...{ payoutId, close }}
          label="Say that it arrived after all"
          question="What happened?"
          toBody={(resolution) => ({ kind, disputeId: about, resolution })}
        />
      )
  }
}
