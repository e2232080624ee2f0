import { CallError } from '../send.ts'
import { Failure } from './loaded.tsx'

/** How what a visitor has asked for has failed, without a word of API keys. */
export function VisitorFailure({ error }: { readonly error: Error }) {
  const isTooOften = error instanceof CallError && error.code === 'quota_exceeded'
  const shown = isTooOften
    ? new Error('Too many tries from your network. Wait a minute and try again.')
    : error
  return <Failure error={shown} />
}
