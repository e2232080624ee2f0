import { createTwoFilesPatch } from 'diff'
import type { Change } from './plan.ts'

/** One change as a unified diff that `git apply` takes. */
export function formatDiff({ path, before, after }: Change): string {
  const patch = createTwoFilesPatch(`a/${path}`, `b/${path}`, before ?? '', after, undefined, undefined, {
    context: 3,
  })
  // Its first line is a rule, of which git knows nothing.
  const lines = patch.split('\n').slice(1)
  return [
    `diff --git a/${path} b/${path}`,
    ...(before === null ? ['new file mode 100644', '--- /dev/null', ...lines.slice(1)] : lines),
  ].join('\n')
}
