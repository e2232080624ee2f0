import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** The service has a core of its own; database and load share the other. */
export type Place = 'service' | 'load'

const cores: Readonly<Record<Place, string>> = { service: '0', load: '1' }

/** Whether processes can be pinned here: Linux with `taskset`, and two cores. */
export const canPin: boolean =
  availableParallelism() >= 2 && spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0

/** The command that runs another one on its core. */
export function pinned(place: Place, command: readonly string[]): readonly string[] {
  return canPin ? ['taskset', '-c', cores[place], ...command] : command
}
