import type { MemberBody } from '@affiliate-platform/contract/console'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from './api.ts'

/** Says something of a payment. Once it is recorded, everything is read anew. */
export function useAnswer(payoutId: string, onRecorded: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: MemberBody<'answerPayment'>) => call('answerPayment', { id: payoutId, body }),
    onSuccess: async ({ rejected }) => {
      if (rejected === null) onRecorded()
      await queries.invalidateQueries()
    },
  })
}

export type Answering = ReturnType<typeof useAnswer>
