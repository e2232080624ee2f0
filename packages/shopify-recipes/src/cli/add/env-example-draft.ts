import { parseEnv } from 'node:util'
import type { AppFolder } from './app-folder.ts'
import type { AddChoice, Draft } from './host-plan.ts'
import { detectEol } from './source-style.ts'

const path = '.env.example'

/** The variables that an app needs. A forwarded uninstall names no app. */
export function variableNames({
  variant,
  hasBackfill,
}: Pick<AddChoice, 'variant' | 'hasBackfill'>): readonly string[] {
  const names = ['AFFILIATE_WORKSPACE_API_KEY', 'AFFILIATE_BASE_URL']
  return variant === 'install' || hasBackfill ? [...names, 'AFFILIATE_APP_ID'] : names
}

/** Adds the names of the variables, without values, to the file that shows which there are: also of what is optional. */
export function draftEnvExample(folder: AppFolder, choice: AddChoice): Draft {
  const text = folder.read(path) ?? ''
  const known = parseEnv(text)
  const optional = choice.variant === 'install' ? ['AFFILIATE_INSTALL_BRIDGE_KEY'] : []
  const missing = [...variableNames(choice), ...optional].filter((name) => !(name in known))
  const eol = detectEol(text)
  const gap = text === '' || text.endsWith('\n') || missing.length === 0 ? '' : eol
  return [path, text + gap + missing.map((name) => `${name}=${eol}`).join('')]
}
