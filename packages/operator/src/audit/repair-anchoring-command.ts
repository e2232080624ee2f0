import { repairAnchoring } from '@affiliate-platform/platform/audit'
import { globalAct, required } from '../command-line/act.ts'
import { parseText } from '../command-line/parse-value.ts'

export const repairAnchoringCommand = globalAct<{ readonly reason: string }>()({
  name: 'repair-anchoring',
  description: 'anchor facts again after the end of the anchoring was set to a time to come',
  examples: ['audit repair-anchoring --reason "an analytics login had called anchor_facts" --as mia'],
  options: [required('--reason <text>', 'why, for audit list', parseText)],
  missing: 'Facts are anchored up to a time that has passed: there is nothing to repair.',
  run: async ({ database, flags }) => {
    const repair = await repairAnchoring(database, flags.reason)
    return repair && { ...repair, id: repair.anchoredSince.toISOString() }
  },
  done: ({ anchoredUntil, anchoredSince }) =>
    `Facts since ${anchoredSince.toISOString()} are anchored again; they were said to be until ${anchoredUntil.toISOString()}. Run verify, and find out who had the rights of the owner.`,
})
