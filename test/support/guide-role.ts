import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Database } from '@affiliate-platform/platform/database'

const guide = new URL('../../docs/guides/database-role.md', import.meta.url)

/** The role of the guide, under a name of its own: roles belong to the whole server, which other tests use too. */
export interface GuideRole {
  readonly name: string
  /** The URL of a database for this role. */
  toUrl(ownersUrl: string): string
  drop(): Promise<void>
}

/** Creates the role, and gives it its rights in the owner's database, as the guide does. */
export async function createGuideRole(owner: Database): Promise<GuideRole> {
  const role = `affiliate_service_${randomBytes(4).toString('hex')}`
  const text = (await readFile(guide, 'utf8')).replaceAll('affiliate_service', role)
  for (const [, sql = ''] of text.matchAll(/^```sql\n(.*?)^```/gms)) await owner.script(sql)
  return {
    name: role,
    toUrl: (ownersUrl) => {
      const url = new URL(ownersUrl)
      url.username = role
      url.password = 'choose a long random one'
      return url.href
    },
    drop: () => owner.script(`drop owned by ${role}; drop role ${role}`),
  }
}
