import { type ConsoleResponse, listDifferences } from '@affiliate-platform/contract/console'
import { Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActNames } from '../act-name.ts'
import { call } from '../api.ts'
import { CallError } from '../send.ts'
import { useRefusal } from '../session.ts'
import { ActButton } from './act-button.tsx'
import { Differences } from './differences.tsx'
import { Form } from './form.tsx'
import { Failure } from './loaded.tsx'
import { type TermsDraft, toDraft, toRules } from './terms-draft.ts'
import { TermsFields } from './terms-fields.tsx'

/** New terms for a member: what differs is shown before they are saved, and each fault stands at its field. */
export function TermsForm({ record }: { readonly record: ConsoleResponse<'readMember'> }) {
  const { id } = record.member
  const before = record.inForce?.rules
  const queries = useQueryClient()
  const refusal = useRefusal('money:write')
  // One name for one decision: pressed twice, it is saved once.
  const names = useActNames()
  const [typed, setDraft] = useState<TermsDraft>()
  // Until somebody types, the terms in force, also once others have saved some.
  const draft = typed ?? toDraft(before)
  const rules = toRules(draft, before)
  const differences = listDifferences(before, rules)
  const save = useMutation({
    mutationFn: () => {
      const effectiveAt = draft.from === '' ? {} : { effectiveAt: `${draft.from}T00:00:00Z` }
      const body = { rules, ...effectiveAt }
      return call('saveMemberTerms', { id, idempotencyKey: names.nameOf(body), body })
    },
    onSuccess: (after) => {
      queries.setQueryData(['member', id], after)
      setDraft(undefined)
      names.forget()
    },
  })
  const faults = save.error instanceof CallError ? save.error.faults : undefined
  return (
    <section className="card" aria-labelledby="new-terms">
      <Title order={2} size={16} id="new-terms" mb="sm">
        New terms
      </Title>
      <Form submit={() => save.mutate()} maw={640}>
        <Text c="dimmed">They apply to new referrals only. Existing referrals keep their terms.</Text>
        <TermsFields
          draft={draft}
          rules={rules}
          faults={faults}
          change={(changed) => setDraft({ ...draft, ...changed })}
        />
        <div aria-live="polite">
          <Differences between={differences} />
        </div>
        <ActButton
          type="submit"
          loading={save.isPending}
          isRefused={refusal !== undefined}
          disabled={differences.length === 0}
        >
          Save terms
        </ActButton>
        {refusal !== undefined && <Text c="dimmed">{refusal}</Text>}
        {save.error !== null && faults?.size === 0 && differences.length > 0 && (
          <Failure error={save.error} />
        )}
      </Form>
    </section>
  )
}
