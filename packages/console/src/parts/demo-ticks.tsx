import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Button, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '../session.ts'

/** What screens show, by the names under which they ask for it. */
interface Shown {
  readonly why: unknown
  readonly preview: ConsoleResponse<'previewPayoutRun'>
  readonly run: ConsoleResponse<'readPayoutRun'>
  readonly payout: ConsoleResponse<'readPayoutFacts'>
  readonly audit: { readonly pages: readonly ConsoleResponse<'listAudit'>[] }
}

/** To whom, and at which address. */
interface Where {
  readonly me: string
  readonly search: URLSearchParams
}

/** A thing to try. What is shown says whether it was done: nobody ticks it off. */
interface Tick {
  readonly id: string
  readonly name: string
  readonly to: string
  readonly isReached: (name: unknown, data: unknown, where: Where) => boolean
}

const isRecent = (at: string): boolean => Date.now() - Date.parse(at) < 86_400_000

const when =
  <Name extends keyof Shown>(shown: Name, says: (data: Shown[Name], where: Where) => boolean) =>
  (name: unknown, data: unknown, where: Where): boolean =>
    name === shown && says(data as Shown[Name], where)

const ticks: readonly Tick[] = [
  {
    id: 'why',
    name: 'Ask why one amount is what it is',
    to: '/commissions',
    isReached: when('why', () => true),
  },
  {
    id: 'unpaid',
    name: 'See who will not be paid, and why',
    to: '/payouts/run',
    isReached: when('preview', ({ decisions }, { search }) =>
      decisions.some(({ decision }) => decision !== 'paid' && decision === search.get('show')),
    ),
  },
  {
    id: 'freeze',
    name: 'Freeze the run',
    to: '/payouts/run',
    isReached: when('run', ({ actor, createdAt }, { me }) => actor === me && isRecent(createdAt)),
  },
  {
    id: 'report',
    name: 'Record that one of its payouts was paid',
    to: '/payouts',
    isReached: when('payout', ({ facts }, { me }) =>
      facts.some(({ kind, by, at }) => kind === 'report' && by === me && isRecent(at)),
    ),
  },
  {
    id: 'audit',
    name: 'Find what you did in the audit',
    to: '/settings/audit',
    isReached: when('audit', ({ pages }, { me }) =>
      pages.some(({ items }) =>
        items.some(
          ({ actor, subject, at }) => subject === 'payment_report' && actor.name === me && isRecent(at),
        ),
      ),
    ),
  },
]

interface Kept {
  readonly done: readonly string[]
  readonly isDismissed: boolean
}

/** What was done so far, and whether somebody has had enough of it: a memory of this browser. */
function useTicks() {
  const { account } = useSession()
  const queries = useQueryClient()
  const { search } = useLocation()
  const [kept, keep] = useLocalStorage<Kept>({
    key: 'affiliate-console-ticks',
    defaultValue: { done: [], isDismissed: false },
    getInitialValueInEffect: false,
  })
  useEffect(() => {
    const cache = queries.getQueryCache()
    const where = { me: account.name, search: new URLSearchParams(search) }
    const look = () => {
      const shown = cache.getAll().filter((query) => query.state.data !== undefined && query.isActive())
      const isReached = (tick: Tick) =>
        shown.some(({ queryKey: [name], state: { data } }) => tick.isReached(name, data, where))
      const fresh = ticks.filter((tick) => !kept.done.includes(tick.id) && isReached(tick))
      if (fresh.length > 0) keep({ ...kept, done: [...kept.done, ...fresh.map(({ id }) => id)] })
    }
    look()
    return cache.subscribe(({ type }) => {
      if (type === 'updated' || type === 'observerAdded') look()
    })
  }, [queries, search, account.name, kept, keep])
  return { ...kept, dismiss: () => keep({ ...kept, isDismissed: true }) }
}

/** Five things to try in the demo. */
export function DemoTicks() {
  const { done, isDismissed, dismiss } = useTicks()
  if (isDismissed) return null
  return (
    <section className="card ticks" aria-labelledby="ticks">
      <header>
        <Title order={2} size={16} id="ticks">
          Five things to try
        </Title>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={dismiss}>
          Dismiss
        </Button>
      </header>
      <ol>
        {ticks.map(({ id, name, to }) => (
          <li key={id} data-done={done.includes(id)}>
            <span role="img" aria-label={done.includes(id) ? 'Done' : 'To do'}>
              {done.includes(id) ? '✓' : '○'}
            </span>
            {done.includes(id) ? (
              name
            ) : (
              <Anchor component={Link} to={to} underline="always">
                {name}
              </Anchor>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
