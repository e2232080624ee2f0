/** The parts of a package-lock.json that say what an install brings. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

export interface LockedPackage {
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly resolved?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** The paths of a package in the lock file, and of all that an install of it brings in production. */
export function findInstalled(lock: Lock, path: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(path)) return found
  found.add(path)
  for (const dependency of dependenciesOf(lock, path)) findInstalled(lock, dependency, found)
  return found
}

/** The third-party packages below a path of the lock file, by their names. */
export function findThirdParty(lock: Lock, path: string): readonly string[] {
  const names = [...findInstalled(lock, path)].filter(isThirdParty).map(nameOf)
  return [...new Set(names)].toSorted()
}

/** The third-party packages that the manifest at a path names itself: where each is, by its name. */
export function findDirect(lock: Lock, path: string): ReadonlyMap<string, string> {
  const paths = dependenciesOf(lock, path).filter(isThirdParty)
  return new Map(paths.map((dependency) => [nameOf(dependency), dependency]))
}

const isThirdParty = (path: string): boolean => path.includes('node_modules/')

const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? path

function dependenciesOf(lock: Lock, path: string): readonly string[] {
  const locked = lock.packages[path] ?? {}
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta } = locked
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers].map((name) =>
    resolveFrom(lock, path, name),
  )
}

/** Where a package finds a dependency: in its own folder, else in one above it. */
function resolveFrom({ packages }: Lock, path: string, name: string): string {
  for (let folder = path; ; folder = folder.replace(/(?:^|\/)[^/]*$/, '')) {
    const candidate = `${folder}/node_modules/${name}`.replace(/^\//, '')
    const locked = packages[candidate]
    if (locked !== undefined) return locked.link ? (locked.resolved ?? candidate) : candidate
    if (folder === '') throw new Error(`The lock file lacks ${name}, which ${path} depends on.`)
  }
}
