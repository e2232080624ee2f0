import { randomUUID } from 'node:crypto'
import {
  type AddRejection,
  addMaterial,
  type ChangeRejection,
  changeMaterial,
  listMaterials,
  type Material,
  materialsMax,
  removeMaterial,
} from '@affiliate-platform/platform/materials'
import { flag, type NounPlan, required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { list } from '../command-line/list-command.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { parseLines } from '../command-line/parse-lines.ts'
import { parseHttpsUrl } from '../command-line/parse-url.ts'
import { parseText } from '../command-line/parse-value.ts'
import { idArgument, recordFlag } from '../command-line/record-name.ts'

const rejections: Readonly<Record<AddRejection | ChangeRejection, string>> = {
  unknown_program: 'The workspace has no such program. See programs list.',
  too_many: `A program has ${materialsMax} materials at most. See materials remove.`,
  unknown_material: 'The workspace has no such material, or it was removed. See materials list.',
  nothing_left: 'A material has a --text, a --url, or both.',
}

interface AddFlags {
  readonly program: string
  readonly title: string
  readonly text?: string
  readonly url?: string
}

const text = flag('--text <text>', 'what members copy, in several lines if need be', parseLines)
const url = flag('--url <url>', 'a place, such as that of a logo or a listing', parseHttpsUrl)

const materialAddCommand = change<AddFlags>()({
  name: 'add',
  description: 'share a text, a place or both with the members of a program, and print its id',
  examples: [
    `materials add --program "$program" --title 'Short description' --text 'Reviews that shoppers believe.' --as ada`,
    `materials add --program "$program" --title Logo --url https://cdn.example.com/logo.svg`,
  ],
  options: [
    recordFlag('program', 'the program whose members see it').makeOptionMandatory(),
    required('--title <text>', 'what it is', parseText),
    ...[text, url],
  ],
  toChange: ({ flags: { program: programId, title, text: words = null, url: place = null } }) => {
    if (words === null && place === null) throw new UsageError(rejections.nothing_left)
    return {
      run: async (database, workspaceId) => {
        const plan = { workspaceId, programId, id: randomUUID(), title, words, url: place }
        const added = await addMaterial(database, plan)
        if (!added.ok) throw new OperatorError(rejections[added.rejection])
        const { material } = added
        return { value: material.id, record: material, message: `Members see ${title} in the portal.` }
      },
    }
  },
})

interface UpdateFlags {
  readonly title?: string
  readonly text?: string | false
  readonly url?: string | false
}

const updateCommand = change<UpdateFlags>()({
  name: 'update',
  argument: idArgument('material'),
  description: 'change what is shared, for every member from then on; what is not given stays as it is',
  examples: [
    `materials update "$material" --text 'Reviews that shoppers believe, in two clicks.' --as ada`,
    'materials update "$material" --no-url',
  ],
  options: [
    flag('--title <text>', 'what it is', parseText),
    ...[text, flag('--no-text', 'have no text')],
    ...[url, flag('--no-url', 'have no place')],
  ],
  toChange: ({ id: materialId, flags: { title, text: words, url: place } }) => {
    if (title === undefined && words === undefined && place === undefined) {
      throw new UsageError('Say what to change: --title, --text, --url, or one of these with --no-.')
    }
    return {
      run: async (database, workspaceId) => {
        const changes = { title, words: toChanged(words), url: toChanged(place) }
        const changed = await changeMaterial(database, { workspaceId, materialId }, changes)
        if (!changed.ok) throw new OperatorError(rejections[changed.rejection])
        const { material } = changed
        const message = `Members see the new ${material.title} in the portal.`
        return { value: material.id, record: material, message }
      },
    }
  },
})

/** What a flag that can be taken back says; undefined where it was not given. */
const toChanged = (given: string | false | undefined): string | null | undefined =>
  given === false ? null : given

const removeCommand = change<object>()({
  name: 'remove',
  argument: idArgument('material'),
  description: 'share it no more; the audit keeps what it said',
  examples: ['materials remove "$material" --as ada'],
  toChange: ({ id: materialId }) => ({
    run: async (database, workspaceId) => {
      const title = await removeMaterial(database, { workspaceId, materialId })
      if (title === undefined) throw new OperatorError(rejections.unknown_material)
      return {
        value: materialId,
        record: { id: materialId, title },
        message: `Members do not see ${title} any more.`,
      }
    },
  }),
})

const listCommand = list<{ readonly program: string }>()({
  description: 'list what is shared with the members of a program, what was added first first',
  examples: ['materials list --program "$program"', 'materials list --program "$program" --json'],
  options: [recordFlag('program', 'the program whose members see it').makeOptionMandatory()],
  first: ['title', 'url', 'words'],
  find: async ({ database, workspaceId, flags: { program: programId }, page: { after, limit } }) => {
    const all = await listMaterials(database, { workspaceId, programId })
    const start = all.findIndex(({ id }) => id === after) + 1
    return all.slice(start, start + limit)
  },
  toAfter: ({ id }: Material) => id,
})

/** What members are given to share. */
export const materialsCommands: NounPlan = {
  name: 'materials',
  description: 'share texts and places with the members of a program, who copy them in the portal',
  commands: [materialAddCommand, updateCommand, removeCommand, listCommand],
}
