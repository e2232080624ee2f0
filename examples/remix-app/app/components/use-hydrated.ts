import { useEffect, useState } from 'react'

/** Whether the page listens already. A press of a button before that would be lost. */
export function useHydrated(): boolean {
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])
  return isHydrated
}
