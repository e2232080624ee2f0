import type { CommandLine, ConsoleResponse } from '@affiliate-platform/contract/console'
import { showCommandOf } from '@affiliate-platform/contract/console'
import { toShopDomain } from './shop-domain.ts'
import { formatDay, formatTime } from './texts.ts'

export type FoundItem = ConsoleResponse<'findAnything'>['items'][number]
type Kind = FoundItem['kind']

const pages: Readonly<Partial<Record<Kind, (item: FoundItem) => string>>> = {
  person: ({ id }) => `/settings/people?person=${id}`,
  key: ({ id }) => `/settings/keys?key=${id}`,
  membership: ({ id }) => `/members/${id}`,
  payee: ({ of }) => `/members/${of?.id}`,
  exclusion: ({ of }) => `/members/${of?.id}`,
  payout: ({ id }) => `/payouts/${id}`,
  report: ({ of }) => `/payouts/${of?.id}`,
  dispute: ({ of }) => `/payouts/${of?.id}`,
  'payout run': ({ id }) => `/payouts/runs/${id}`,
  referral: ({ id }) => `/referrals/${id}`,
  contract: ({ of }) => `/referrals/${of?.id}`,
  proposal: () => '/proposals',
  program: ({ id }) => `/programs/${id}`,
  link: ({ id }) => `/links/${id}`,
  evidence: ({ name }) => `/shops/${name}`,
  receipt: ({ name }) => (name === null ? '/shops' : `/shops/${name}`),
  contact: ({ id }) => `/shops/${id}`,
  'import run': ({ of }) => `/sales?appId=${of?.id}`,
  'analytics import': ({ of }) => `/links/coverage?appId=${of?.id}`,
  case: ({ id }) => `/cases/${id}`,
  commission: ({ id }) => `/commissions?why=${id}`,
  transaction: ({ name }) => `/shops/${name}`,
  'set-aside sale': ({ of }) => `/sales?appId=${of?.id}`,
}

/** Where the console shows a record; undefined where it has no screen for it. */
export const screenPathOf = (item: FoundItem): string | undefined => pages[item.kind]?.(item)

/** The shops that a text leads to: the one that it names, and those of the records that it finds. */
export function listShops(text: string, items: readonly FoundItem[]): readonly string[] {
  const typed = /[./]/.test(text) ? toShopDomain(text) : undefined
  const names = items.flatMap(({ id, name, of }) => [id, name, of?.name ?? null])
  const known = names.filter((name) => name !== null && toShopDomain(name) === name)
  return [...new Set([...(typed === undefined ? [] : [typed]), ...known])].filter((shop) => shop !== null)
}

/** The command that shows a record. */
export function commandOf(item: FoundItem): CommandLine {
  const { kind, id } = item
  return (kind === 'person' ? 'accounts list' : showCommandOf({ ...item, kind })) ?? `find ${id}`
}

const kindNames: Readonly<Partial<Record<Kind, string>>> = { membership: 'member', report: 'payment' }

const nameKind = (kind: Kind): string => kindNames[kind] ?? kind

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** As the command writes ids: their ends tell them apart. */
const shorten = (id: string): string => (id.length === 36 ? `…${id.slice(-8)}` : id)

/** What a record is called: by its name, or by its kind and what it belongs to or its time. */
export function nameFound({ kind, id, name, of, detail }: FoundItem): string {
  if (name !== null) return name
  if (kind === 'payout run' && detail !== null) return `Run as of ${formatTime(detail)}`
  if (kind === 'terms version' && detail !== null) return `Terms from ${formatTime(detail)} on`
  if (of === null) return `${capitalize(nameKind(kind))} ${shorten(id)}`
  return `${capitalize(nameKind(kind))} of ${of.name ?? `${nameKind(of.kind)} ${shorten(of.id)}`}`
}

/** What tells a record from others of its name: its kind, its outcome or role, its day and the end of its id. */
export function describeFound({ kind, id, name, detail, createdAt }: FoundItem): string {
  const outcome = name === null || detail === null ? [] : [detail.replaceAll('_', ' ')]
  return [capitalize(nameKind(kind)), ...outcome, formatDay(createdAt), shorten(id)].join(' · ')
}
