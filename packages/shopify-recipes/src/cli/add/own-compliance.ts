import { type SwitchCase, traverse } from '@babel/types'
import { usesRecipes } from './recipe-names.ts'
import { findRouteFile, type RoutedSources, readRouteList } from './route-files.ts'
import { parseSourceFile } from './source-file.ts'

const isOwnRoute = /webhooks?\b.*(customers|redact|privacy|gdpr|compliance)/i
const topics = ['CUSTOMERS_DATA_REQUEST', 'CUSTOMERS_REDACT', 'SHOP_REDACT']

/** Whether a routed app has a route of its own for the compliance topics, or a case for them in that of all topics. */
export function handlesCompliance(sources: RoutedSources): boolean {
  const { folder, app } = sources
  const read = (path: string) => parseSourceFile(path, folder.read(path) ?? '')
  const path = findRouteFile(sources, 'webhooks/compliance')
  if (path !== undefined) return !usesRecipes(read(path), 'handleCompliance')
  const names = readRouteList(sources)?.files.keys() ?? folder.list(`${app}routes`)
  const ofAll = findRouteFile(sources, 'webhooks')
  return [...names].some((name) => isOwnRoute.test(name)) || (ofAll !== undefined && hasCase(read(ofAll)))
}

function hasCase({ program }: ReturnType<typeof parseSourceFile>): boolean {
  let isFound = false
  traverse(program, (node) => {
    if (node.type !== 'SwitchStatement') return
    isFound ||= node.cases.some(({ test }, index) => {
      return test?.type === 'StringLiteral' && topics.includes(test.value) && !isDefault(node.cases, index)
    })
  })
  return isFound
}

/** Whether a case does nothing but what the default does. */
function isDefault(cases: readonly SwitchCase[], index: number): boolean {
  return cases.slice(index).find(({ consequent }) => consequent.length > 0)?.test === null
}
