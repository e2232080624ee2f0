import { useFetcher } from '@remix-run/react'
import { useEffect, useState } from 'react'
import type { InstallStatus } from '../status.server.ts'

const intervalMs = 700
// The hook ends within 5 s, whatever happens.
const asksMax = 9

/** Follows an install until it is identified or has failed. */
export function useInstallStatus(loaded: InstallStatus): {
  readonly status: InstallStatus
  readonly isAsking: boolean
} {
  const fetcher = useFetcher<InstallStatus>()
  const { load } = fetcher
  const [asks, setAsks] = useState(0)
  const status = fetcher.data ?? loaded
  // The hook runs beside this very page: what the page was loaded with may be of the time before.
  const isSettled = status.state === 'identified' || status.state === 'not_used'
  const isAsking = asks < (isSettled ? 1 : asksMax)
  useEffect(() => {
    if (!isAsking) return
    const timer = setTimeout(() => {
      setAsks(asks + 1)
      load('/app/install-status')
    }, intervalMs)
    return () => clearTimeout(timer)
  }, [isAsking, asks, load])
  return { status, isAsking }
}
