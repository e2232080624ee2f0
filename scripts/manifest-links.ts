import { readFileSync } from 'node:fs'

/** The members of a manifest by which npm leads to the sources, the page and the issues of a package. */
export interface ManifestLinks {
  readonly repository: { readonly type: 'git'; readonly url: string; readonly directory: string }
  readonly homepage: string
  readonly bugs: string
}

/**
 * The links of a package by `repository.url` in the root's package.json, the one place that names the public address. npm
 * refuses a package with provenance whose `repository` is another than that it was built in.
 *
 * @param folder - such as `packages/sdk`
 */
export function linksOf(folder: string): ManifestLinks {
  const { repository }: ManifestLinks = JSON.parse(readFileSync('package.json', 'utf8'))
  const page = repository.url.replace(/^git\+/, '').replace(/\.git$/, '')
  return {
    repository: { type: 'git', url: repository.url, directory: folder },
    homepage: `${page}/tree/main/${folder}#readme`,
    bugs: `${page}/issues`,
  }
}

/** Finds links of a manifest that are missing or lead elsewhere, and a lack of keywords. */
export function findManifestFaults(
  folder: string,
  manifest: Readonly<Record<string, unknown>>,
): readonly string[] {
  const { keywords } = manifest
  const links = Object.entries(linksOf(folder)).filter(
    ([member, value]) => JSON.stringify(manifest[member]) !== JSON.stringify(value),
  )
  return [
    ...links.map(
      ([member, value]) => `${member} has to be ${JSON.stringify(value)}: npm run links writes it`,
    ),
    ...(Array.isArray(keywords) && keywords.length > 0 ? [] : ['keywords are missing']),
  ]
}
