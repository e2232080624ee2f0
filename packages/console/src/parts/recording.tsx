import type { ConsoleBody, ConsoleResponse } from '@affiliate-platform/contract/console'
import { Alert, Button } from '@mantine/core'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api.ts'

/** Records facts about a payout. Once one is recorded its form has done its work, and everything is read anew. */
export function useRecording(id: string, onRecorded: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ConsoleBody<'recordPayment'>) => call('recordPayment', { id, body }),
    onSuccess: async ({ rejected }) => {
      if (rejected !== null) return
      onRecorded()
      await queries.invalidateQueries()
    },
  })
}

export type Recording = UseMutationResult<
  ConsoleResponse<'recordPayment'>,
  Error,
  ConsoleBody<'recordPayment'>
>

interface DoubtProps {
  readonly record: Recording
  readonly insist: () => void
}

/** Why nothing was recorded, and how to insist where that is allowed. */
export function Doubt({ record: { data }, insist }: DoubtProps) {
  if (!data?.rejected) return null
  return (
    <Alert color="yellow" role="alert" title="Nothing was recorded">
      {data.rejected}
      {data.isDoubt && (
        <div>
          <Button variant="default" mt="sm" onClick={insist}>
            Record it all the same
          </Button>
        </div>
      )}
    </Alert>
  )
}
