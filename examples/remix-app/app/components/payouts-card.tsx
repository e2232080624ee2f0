import { Await, Form, Link, useNavigation, useSearchParams } from '@remix-run/react'
import { Suspense } from 'react'
import type { PayoutRow, PayoutsView } from '../payouts.server.ts'
import { Card } from './card.tsx'
import { StatusBadge, type Tone } from './status-badge.tsx'

const statuses: Readonly<Record<string, readonly [Tone, string]>> = {
  unreported: ['neutral', 'Unreported'],
  partially_reported: ['warning', 'Partially reported'],
  reported: ['info', 'Reported'],
  partially_confirmed: ['warning', 'Partially confirmed'],
  confirmed: ['success', 'Confirmed'],
  disputed: ['critical', 'Disputed'],
  voided: ['neutral', 'Voided'],
}

/** The app's payouts, page by page; the filters are in the address. */
export function PayoutsCard({ payouts }: { readonly payouts: Promise<PayoutsView> }) {
  const { state } = useNavigation()
  return (
    <Card id="payouts" title="Payouts" size="wide">
      <Filters />
      <div aria-busy={state !== 'idle'} className="payouts">
        <Suspense fallback={<p>Loading from the affiliate platform …</p>}>
          <Await resolve={payouts}>{(view) => <Page view={view} />}</Await>
        </Suspense>
      </div>
    </Card>
  )
}

function Filters() {
  const [query] = useSearchParams()
  const value = (name: string) => query.get(name) ?? ''
  return (
    <Form method="get" className="filters" preventScrollReset>
      <label>
        Status
        <select name="status" defaultValue={value('status')}>
          <option value="">All</option>
          {Object.entries(statuses).map(([status, [, word]]) => (
            <option key={status} value={status}>
              {word}
            </option>
          ))}
        </select>
      </label>
      <label>
        Currency
        <input
          name="currency"
          defaultValue={value('currency')}
          size={4}
          maxLength={3}
          pattern="[A-Za-z]{3}"
          placeholder="USD"
          title="Three letters"
        />
      </label>
      <label>
        Created from
        <input name="from" type="date" defaultValue={value('from')} />
      </label>
      <label>
        to
        <input name="to" type="date" defaultValue={value('to')} />
      </label>
      <label>
        Search
        <input
          name="search"
          type="search"
          dir="auto"
          defaultValue={value('search')}
          maxLength={120}
          placeholder="Program or member"
        />
      </label>
      <button type="submit">Filter</button>
      <Link to="?" preventScrollReset className="reset">
        Clear
      </Link>
    </Form>
  )
}

function Page({ view }: { readonly view: PayoutsView }) {
  const [query] = useSearchParams()
  if (!view.ok) {
    return (
      <s-banner tone="warning">
        <p role="status">{view.message}</p>
      </s-banner>
    )
  }
  if (view.rows.length === 0) return <p role="status">No payout matches these filters.</p>
  const toPage = (cursor: string | null) => {
    const next = new URLSearchParams(
      ['status', 'currency', 'from', 'to', 'search'].flatMap((name) => {
        const value = query.get(name)
        return value ? [[name, value]] : []
      }),
    )
    if (cursor !== null) next.set('cursor', cursor)
    return `?${next}`
  }
  return (
    <>
      <PayoutsTable rows={view.rows} />
      <nav className="pages" aria-label="Pages of payouts">
        {query.has('cursor') && (
          <Link to={toPage(null)} preventScrollReset>
            First page
          </Link>
        )}
        {view.nextCursor !== null && (
          <Link to={toPage(view.nextCursor)} preventScrollReset>
            Next page
          </Link>
        )}
      </nav>
    </>
  )
}

function PayoutsTable({ rows }: { readonly rows: readonly PayoutRow[] }) {
  return (
    <table className="stacking">
      <caption className="visually-hidden">Payouts, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col">Created</th>
          <th scope="col">Status</th>
          <th scope="col" className="amount">
            Amount
          </th>
          <th scope="col" className="amount">
            Unpaid
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, membershipId, name, memberName, createdOn, status, amount, unpaid }) => {
          const [tone, word] = statuses[status] ?? (['neutral', status] as const)
          return (
            <tr key={id}>
              <th scope="row">
                <bdi>{memberName ?? membershipId}</bdi>
                <span className="ids note">
                  <bdi>{name}</bdi>, payout {id}
                </span>
              </th>
              <td data-label="Created">
                <time dateTime={createdOn}>{createdOn}</time>
              </td>
              <td data-label="Status">
                <StatusBadge tone={tone}>{word}</StatusBadge>
              </td>
              <td data-label="Amount" className="amount">
                {amount}
              </td>
              <td data-label="Unpaid" className="amount">
                {unpaid}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
