import { complianceCall, complianceNote, ledgerCode, uninstallCall } from './code-blocks.ts'
import type { Privacy } from './read-privacy.ts'
import { packageName, type Variant } from './recipe-names.ts'
import type { SessionStorage } from './session-storage.ts'
import { type ImportedName, importLine } from './shopify-config.ts'

/** What the file with the recipes of an Express app is made of. */
export interface ExpressParts {
  readonly variant: Variant
  /** The import of what `shopifyApp` returned. */
  readonly shopify: ImportedName
  readonly storage: SessionStorage
  readonly privacy: Privacy
}

/** The names that the file exports for the server. */
export function expressNames({ variant, privacy }: Pick<ExpressParts, 'variant' | 'privacy'>): string {
  const names = [
    ...(privacy.kind === 'own' ? [] : ['complianceRequested']),
    ...(variant === 'install' ? ['identifyShop'] : []),
    'shopUninstalled',
  ]
  return names.join(', ')
}

/** The file with what the server is given. */
export function expressFile(parts: ExpressParts): string {
  const { variant, shopify, storage, privacy } = parts
  const isInstall = variant === 'install'
  const [[ledgerImport, ...otherImports], ledger] = ledgerCode(storage)
  const recipes = [
    ...(isInstall ? [] : ['forwardUninstall']),
    ...(privacy.kind === 'own' ? [] : ['handleCompliance']),
    ...(isInstall ? ['handleUninstall', 'identifyAfterAuth'] : []),
  ]
  const imports = [
    ...(isInstall ? [ledgerImport] : []),
    `import { ${recipes.join(', ')} } from '${packageName}/express';`,
    ...(isInstall ? otherImports : []),
    ...(privacy.kind === 'callbacks' ? [importLine(privacy.handlers)] : []),
    importLine(shopify),
  ]
  const middleware =
    'export const identifyShop = identifyAfterAuth({ ledger: installLedger, sessionStorage });'
  const cleanup = [`await sessionStorage.deleteSession(${shopify.local}.api.session.getOfflineId(shop));`]
  const blocks = [
    imports.join('\n'),
    `const { sessionStorage } = ${shopify.local}.config;`,
    ...(isInstall ? [ledger, middleware] : []),
    `export const shopUninstalled = ${uninstallCall({ variant, sessions: 'in this file' }, cleanup)};`,
    ...complianceBlocks(parts),
  ]
  return `${blocks.join('\n\n')}\n`
}

function complianceBlocks({ variant, privacy }: ExpressParts): readonly string[] {
  if (privacy.kind === 'own') return []
  if (privacy.kind === 'none') {
    return [`${complianceNote}\nexport const complianceRequested = ${complianceCall(variant)};`]
  }
  const callbacks = [
    "onCustomerDataRequest: callPrivacy('CUSTOMERS_DATA_REQUEST')",
    "onCustomerRedact: callPrivacy('CUSTOMERS_REDACT')",
    "onShopRedact: callPrivacy('SHOP_REDACT')",
  ]
  const { local } = privacy.handlers
  return [
    `const callPrivacy = (topic) => ({ shop, payload }) =>
  ${local}[topic].callback(topic, shop, JSON.stringify(payload));`,
    `export const complianceRequested = ${complianceCall(variant, callbacks)};`,
  ]
}
