import { buildPeople } from '../people.ts'
import type { Random } from '../random.ts'
import type { Row } from '../rows.ts'
import { type StoryClock, storyDays } from './clock.ts'
import { findPayee, type StoryMember, toSlug } from './members.ts'

/** Where everything of the story is, and who acts in it. */
export type StoryPlaces = ReturnType<typeof buildPlaces>

/** The workspace of the story, its app, program and groups, and its operators. */
export function buildPlaces(
  random: Random,
  { workspaceId, clock }: { readonly workspaceId: string; readonly clock: StoryClock },
) {
  const startMs = clock.at(-storyDays)
  const newId = () => random.idAt(startMs)
  const keys = { workspace_id: workspaceId, app_id: newId() }
  const people = buildPeople(random, { workspaceId, atMs: startMs })
  const [ada = '', finn = ''] = people.accounts.map(({ id }) => `operator:${id}`)
  return {
    keys,
    created_at: clock.timeAt(-storyDays),
    programId: newId(),
    groups: { standard: newId(), gold: newId() },
    people,
    ...{ ada, finn },
    miaId: newId(),
  }
}

/** The rows of all that. The members are paid on the day on which the story ends. */
export function toPlaceRows({ keys, created_at, programId, groups, people }: StoryPlaces, clock: StoryClock) {
  const pay_day = new Date(clock.at(0)).getUTCDate()
  const { workspace_id, app_id } = keys
  const listing = {
    slug: 'bright-reviews',
    listing_url: 'https://apps.shopify.com/bright-reviews?utm_source=affiliate&utm_campaign={code}',
  }
  const ofProgram = { name: 'Bright Reviews Partners', has_public_page: true }
  const toGroup = (id: string, name: string) => ({ ...keys, id, program_id: programId, name, created_at })
  return {
    workspaces: [{ workspace_id, name: 'Bright Reviews', created_at }],
    apps: [{ workspace_id, id: app_id, name: 'Bright Reviews', ...listing, created_at }],
    app_slugs: [{ slug: listing.slug, owner_id: workspace_id, app_id }],
    accounts: people.accounts,
    account_roles: people.account_roles,
    programs: [{ ...keys, ...ofProgram, id: programId, pay_day, created_at }],
    groups: [toGroup(groups.standard, 'Standard'), toGroup(groups.gold, 'Gold')],
  }
}

/** The rows of who wants to be a member: somebody has applied, and waits for a decision. */
export function toApplicationRows({ idAt }: Random, { keys, programId }: StoryPlaces, clock: StoryClock) {
  return {
    applications: [
      {
        ...{ ...keys, id: idAt(clock.at(-2)), program_id: programId, created_at: clock.timeAt(-2) },
        ...{ name: 'Nora Fell', email: 'nora@fell-and-friends.example' },
        words: 'I build stores for 30 food brands and write a newsletter that 4,000 merchants read.',
      },
    ],
  }
}

/** The rows of what members are given to share. */
export function toMaterialRows({ idAt }: Random, { keys, programId }: StoryPlaces, clock: StoryClock) {
  const toRow = (day: number, content: Row) => ({
    ...{ ...keys, id: idAt(clock.at(day)), program_id: programId, created_at: clock.timeAt(day) },
    ...content,
  })
  return {
    materials: [
      toRow(-storyDays, {
        title: 'Short description',
        words:
          'Bright Reviews asks buyers for a review at the right moment, and shows it where others decide.\nTwo clicks to install, free for the first 50 orders a month.',
        url: null,
      }),
      toRow(1 - storyDays, {
        title: 'Logo and screenshots',
        words: null,
        url: 'https://bright-reviews.example/press-kit',
      }),
    ],
  }
}

/** Builds the rows of the members, their payees and their links. */
export function toStoryMemberRows(
  { idAt }: Random,
  { keys, programId, groups, ada, miaId }: StoryPlaces,
  { members, clock }: { readonly members: readonly StoryMember[]; readonly clock: StoryClock },
) {
  const timesOf = ({ joinedDay }: StoryMember) => ({ created_at: clock.timeAt(joinedDay) })
  const payees: Row[] = members.flatMap((member, index) => {
    const payee = findPayee(member, index)
    if (payee === undefined) return []
    const times = { ...timesOf(member), effective_from: clock.timeAt(member.joinedDay) }
    const id = idAt(clock.at(member.joinedDay))
    return [{ ...keys, id, membership_id: member.id, name: member.name, ...payee, ...times, actor: 'system' }]
  })
  const mia = { workspace_id: keys.workspace_id, name: 'Mia', email: 'mia@harbour-studio.example' }
  const [first] = members
  const miaTimes = first && timesOf(first)
  return {
    // Mia acts for the first member, in the portal.
    accounts: [{ ...mia, id: miaId, ...miaTimes }],
    memberships: members.map((member) => ({
      ...keys,
      id: member.id,
      program_id: programId,
      group_id: member.isGold ? groups.gold : groups.standard,
      member_name: member.name,
      ...timesOf(member),
    })),
    membership_people: [
      {
        ...keys,
        id: idAt(clock.at(first?.joinedDay ?? 0)),
        ...{ membership_id: first?.id, account_id: miaId, number: 1, is_member: true },
        actor: ada,
        ...miaTimes,
      },
    ],
    payees,
    links: members.map((member) => ({
      ...keys,
      id: idAt(clock.at(member.joinedDay)),
      membership_id: member.id,
      code: toSlug(member.name),
      label: null,
      actor: 'system',
      ...timesOf(member),
    })),
  }
}
