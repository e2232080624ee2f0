import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api.ts'
import { useRefusal } from '../session.ts'
import { ActButton } from './act-button.tsx'
import { Failure } from './loaded.tsx'

interface ViewAsMemberProps {
  readonly record: Pick<ConsoleResponse<'readMember'>, 'member' | 'isInPortal'>
}

const nobody = 'Nobody acts for this member in the portal yet, so nobody sees anything there.'

/** Leads to what a member sees in the portal, where nothing can be changed. */
export function ViewAsMember({ record: { member, isInPortal } }: ViewAsMemberProps) {
  const refusal = useRefusal('members:view')
  const reason = refusal ?? (isInPortal ? undefined : nobody)
  const begin = useMutation({
    mutationFn: () => call('viewAsMember', { id: member.id }),
    onSuccess: ({ view }) => {
      if (view !== null) location.assign(`/portal/views/${view.id}/${member.id}`)
    },
  })
  return (
    <section className="card" aria-labelledby="view">
      <Title order={2} size={16} id="view" mb="xs">
        What they see
      </Title>
      <Text mb="sm">
        Opens the portal as this member sees it, for half an hour. Nothing can be changed there, and the audit
        tells that you have looked.
      </Text>
      <ActButton
        variant="default"
        loading={begin.isPending}
        isRefused={reason !== undefined}
        onClick={() => begin.mutate()}
      >
        View as member
      </ActButton>
      {(reason !== undefined || begin.data?.view === null) && (
        <Text c="dimmed" mt="xs">
          {reason ?? nobody}
        </Text>
      )}
      {begin.error !== null && <Failure error={begin.error} />}
    </section>
  )
}
