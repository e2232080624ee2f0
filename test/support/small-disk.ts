import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeServerFolder } from './postgres-installation.ts'

/** A file system of some megabytes in memory, in a folder of its own. */
export interface SmallDisk {
  /** Belongs to the user who runs a database server. */
  readonly path: string
  /** Leaves no byte free. */
  fill(): void
  /** Frees what `fill` took. */
  clear(): void
  remove(): void
}

/** Mounts a small disk, as long as `canMountDisk`. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const disk = tryToMount(megabytes)
  if (disk === undefined) throw new Error('No disk can be mounted here.')
  return disk
}

/** Whether this process may mount a disk: on Linux, as root. */
export const canMountDisk = canMount()

function canMount(): boolean {
  const disk = tryToMount(1)
  disk?.remove()
  return disk !== undefined
}

function tryToMount(megabytes: number): SmallDisk | undefined {
  const folder = makeServerFolder('affiliate-disk-')
  if (folder === undefined) return undefined
  const path = join(folder.path, 'disk')
  const { uid, gid } = folder.user
  const owner = uid === undefined ? '' : `,uid=${uid},gid=${gid},mode=700`
  mkdirSync(path)
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m${owner}`, 'affiliate-disk', path]
  const { status } = spawnSync('mount', options, { stdio: 'ignore' })
  if (status !== 0) {
    folder.remove()
    return undefined
  }
  const filler = join(path, 'filler')
  return {
    path,
    fill: () => {
      // As large as the whole disk: the database may write between a look at what is free and the write.
      const tooLarge = Buffer.alloc(megabytes * 1024 * 1024)
      try {
        writeFileSync(filler, tooLarge)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    },
    clear: () => rmSync(filler),
    remove: () => {
      // Lazily: a process that still ends may have a file there.
      spawnSync('umount', ['--lazy', path], { stdio: 'ignore' })
      folder.remove()
    },
  }
}
