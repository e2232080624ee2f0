import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { count, formatTime } from '../texts.ts'

/** By what the installs of an app are known. */
export function CoverageSources({ sources }: Pick<ConsoleResponse<'readCoverage'>, 'sources'>) {
  const { bridge, partner, hasKey, keyUsedAt, analyticsAt } = sources
  return (
    <section className="card" aria-labelledby="sources">
      <Title order={2} size={16} id="sources" mb="xs">
        What tells of them
      </Title>
      <dl className="rules">
        <div>
          <dt>Your app’s hook</dt>
          <dd>{bridge === 0 ? 'told of none' : `told of ${count(bridge, 'install')}`}</dd>
        </div>
        <div>
          <dt>Its key</dt>
          <dd>
            {hasKey ? (keyUsedAt === null ? 'never used' : `used ${formatTime(keyUsedAt)}`) : 'none works'}
          </dd>
        </div>
        <div>
          <dt>Partner API</dt>
          <dd>{partner === 0 ? 'told of none' : `told of ${count(partner, 'install')}`}</dd>
        </div>
        <div>
          <dt>Analytics</dt>
          <dd>{analyticsAt === null ? 'never imported' : `imported ${formatTime(analyticsAt)}`}</dd>
        </div>
      </dl>
      {!hasKey && (
        <Text size="xs" c="dimmed" mt="xs">
          Without the hook, a code that a merchant types in your app reaches nobody.{' '}
          <Anchor component={Link} to="/settings/keys" underline="always" inherit>
            Create a key
          </Anchor>{' '}
          of the kind Install bridge for it.
        </Text>
      )}
    </section>
  )
}
