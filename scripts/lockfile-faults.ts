/** The parts of a package-lock.json that the check reads. */
export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

interface LockedPackage {
  readonly integrity?: string
  readonly link?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** Finds what would make `npm ci` fail on another machine, or install what nobody has checked. */
export function findLockfileFaults({ packages }: Lockfile): readonly string[] {
  return Object.entries(packages).flatMap(([path, locked]) => [
    ...(isInstalled(path, locked) && locked.integrity === undefined
      ? [`${path}: no integrity, so npm ci takes whatever the registry gives`]
      : []),
    // Also where the optional package is for another platform.
    ...Object.keys(locked.optionalDependencies ?? {})
      .filter((name) => !isLocked(packages, path, name))
      .map((name) => `${path || 'the root'}: its optional ${name} is missing, and npm ci fails`),
  ])
}

/** Whether a package comes from a registry, and is no folder of the workspace. */
function isInstalled(path: string, { link }: LockedPackage): boolean {
  return path.includes('node_modules/') && link !== true
}

/** Whether a package stands in the lock file where the one at `path` would find it. */
function isLocked(packages: Lockfile['packages'], path: string, name: string): boolean {
  if (packages[`${path}${path && '/'}node_modules/${name}`] !== undefined) return true
  if (path === '') return false
  const parent = path.includes('/node_modules/') ? path.slice(0, path.lastIndexOf('/node_modules/')) : ''
  return isLocked(packages, parent, name)
}
