import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { Loaded } from '../parts/loaded.tsx'
import { call } from './api.ts'

/** Where a mail leads to, which names a payout alone. */
export function PayoutRedirect() {
  const { id = '' } = useParams()
  const query = useQuery({ queryKey: ['payout', id], queryFn: () => call('readOwnPayout', { id }) })
  return (
    <Loaded query={query}>
      {({ membershipId }) => <Navigate to={`/${membershipId}/payouts/${id}`} replace />}
    </Loaded>
  )
}
