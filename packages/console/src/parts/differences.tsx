import type { listDifferences } from '@affiliate-platform/contract/console'
import { Text } from '@mantine/core'

/** What one version of terms changes of another, in words. */
export function Differences({ between }: { readonly between: ReturnType<typeof listDifferences> }) {
  return between.map(({ name, value, was }) => (
    <Text key={name}>
      {name}: {was !== undefined && <s>{was}</s>} {value}
    </Text>
  ))
}
