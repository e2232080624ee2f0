import { Button, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Failure } from '../parts/loaded.tsx'
import { saveFile } from '../parts/save-file.ts'
import { SignInAgain } from '../parts/sign-in-again.tsx'
import { CallError } from '../send.ts'
import { download } from './api.ts'

/** All that is known of a person, as a file. */
export function OwnData() {
  const act = useMutation({
    mutationFn: () => download('downloadOwnData', {}),
    onSuccess: (content) => saveFile({ name: 'my-data.json', content }),
  })
  const isStale = act.error instanceof CallError && act.error.code === 'access_denied'
  return (
    <section className="card" aria-labelledby="own-data">
      <Title order={2} size={16} id="own-data" mb="sm">
        Your data
      </Title>
      {isStale ? (
        <SignInAgain to="download it" what="Your data is handed out" />
      ) : (
        <>
          <Text mb="md">
            All that is kept about you and the members for whom you act, in a file that programs read (JSON):
            also your payout details, so keep it well.
          </Text>
          <Button variant="default" loading={act.isPending} onClick={() => act.mutate()}>
            Download your data
          </Button>
          {act.error !== null && <Failure error={act.error} />}
        </>
      )}
    </section>
  )
}
