import { packageName, uninstallRecipe } from './recipe-names.ts'
import { importLines, returnGuard, returnOptions, type WebhookImports } from './replace-webhook.ts'
import type { SessionStorage } from './session-storage.ts'
import { importLine } from './shopify-config.ts'

// Files that are added as a whole, in the style of `restyle`. The manual steps show the same.

/** The file with the ledger. */
export function ledgerFile(storage: SessionStorage): string {
  const [imports, code] = ledgerCode(storage)
  return `${imports.join('\n')}\n\n${code}\n`
}

/** The imports of the ledger, and its constant. */
export function ledgerCode(storage: SessionStorage): readonly [imports: readonly string[], code: string] {
  if (storage.kind === 'prisma') {
    const imports = [`import { createPrismaLedger } from '${packageName}';`, importLine(storage.prisma)]
    return [
      imports,
      `export const installLedger = createPrismaLedger(${storage.prisma.local}.affiliateLedger);`,
    ]
  }
  if (storage.kind === 'sqlite') {
    return [
      [
        `import { createSqlLedger, ledgerMigration } from '${packageName}';`,
        "import sqlite3 from 'sqlite3';",
      ],
      `const client = new sqlite3.Database(${storage.path});
client.exec(ledgerMigration('sqlite'), (error) => error && console.error(error));
export const installLedger = createSqlLedger({ dialect: 'sqlite', client });`,
    ]
  }
  if (storage.kind !== 'other') return clientCode(storage)
  const note = '// In memory: fine for an app with one process. Others keep it in their database.'
  return [
    [`import { createMemoryLedger } from '${packageName}';`],
    `${note}\nexport const installLedger = createMemoryLedger();`,
  ]
}

/** The ledger in a database of the sessions that is reached by a client of our own. */
function clientCode({
  kind,
  connection,
}: Extract<SessionStorage, { readonly connection: string }>): ReturnType<typeof ledgerCode> {
  if (kind === 'redis') {
    return [
      [`import { createRedisLedger } from '${packageName}';`, "import { createClient } from 'redis';"],
      `const client = createClient(${connection});
client.on('error', (error) => console.error(error));
client.connect().catch((error) => console.error(error));
export const installLedger = createRedisLedger(client);`,
    ]
  }
  if (kind === 'mongodb') {
    return [
      [`import { createMongoLedger } from '${packageName}';`, "import { MongoClient } from 'mongodb';"],
      `const database = ${connection};
export const installLedger = createMongoLedger(database.collection('affiliate_ledger'));`,
    ]
  }
  const [importName, from, make] =
    kind === 'postgresql' ? ['pg', 'pg', 'new pg.Pool'] : ['mysql', 'mysql2/promise', 'mysql.createPool']
  return [
    [
      `import { createSqlLedger, ledgerMigration } from '${packageName}';`,
      `import ${importName} from '${from}';`,
    ],
    `const client = ${make}(${connection});
client.query(ledgerMigration('${kind}')).catch((error) => console.error(error));
export const installLedger = createSqlLedger({ dialect: '${kind}', client });`,
  ]
}

/** What the function that reads a shop is written for. */
export interface ReaderName {
  /** The variable with what `shopifyApp` returned. */
  readonly local: string
  readonly isTyped: boolean
}

/**
 * The function that reads a shop whose install was missed. It is a declaration with a type of its own because the
 * call of `shopifyApp` refers to it, and it to what that call returns.
 */
export function readerCode({ local, isTyped }: ReaderName): {
  readonly importLine: string
  readonly code: string
} {
  const names = isTyped ? 'type ReadShopFunction, readShopWithAdmin' : 'readShopWithAdmin'
  const head = isTyped
    ? 'readShop(...args: Parameters<ReadShopFunction>): ReturnType<ReadShopFunction>'
    : 'readShop(...args)'
  return {
    importLine: `import { ${names} } from '${packageName}';`,
    code: `function ${head} {\n  return readShopWithAdmin(${local})(...args);\n}`,
  }
}

/** A webhook route for an app that has none. */
export function newWebhook(imports: WebhookImports, storage: SessionStorage): string {
  const isPrisma = storage.kind === 'prisma'
  const cleanup = isPrisma
    ? [`await ${storage.prisma.local}.${storage.table}.deleteMany({ where: { shop } });`]
    : imports.sessions
      ? [
          'const sessions = (await sessionStorage.findSessionsByShop?.(shop)) ?? [];',
          'await sessionStorage.deleteSessions?.(sessions.map(({ id }) => id));',
        ]
      : ['// Delete the sessions of the shop here.']
  const store = isPrisma
    ? [importLine(storage.prisma)]
    : imports.sessions
      ? [`import { sessionStorage } from '${imports.sessions}';`]
      : []
  return `${[...new Set([...importLines(imports), ...store])].join('\n')}

export const action = ${uninstallCall(imports, cleanup)};
`
}

/** The call that makes the handler of the uninstall webhook. */
export function uninstallCall(
  imports: Pick<WebhookImports, 'variant' | 'sessions'>,
  cleanup: readonly string[],
): string {
  return [
    `${uninstallRecipe[imports.variant]}({`,
    ...returnOptions(imports),
    '  onUninstalled: async ({ shop, isBack }) => {',
    ...[returnGuard, ...cleanup].map((line) => `    ${line}`),
    '  },',
    '})',
  ].join('\n')
}

/** The route of the compliance topics. */
export function complianceRoute({ variant, recipes, ledger }: WebhookImports): string {
  const imports = [
    `import { handleCompliance } from '${recipes}';`,
    ...(variant === 'install' ? [`import { installLedger } from '${ledger}';`] : []),
  ]
  return `${imports.join('\n')}\n\n${complianceNote}\nexport const action = ${complianceCall(variant)};\n`
}

/** What the person has to know who looks at the handler of the compliance topics. */
export const complianceNote = `// Where your app keeps data of customers or shops, add onCustomerDataRequest,
// onCustomerRedact and onShopRedact. Sessions are deleted at the uninstall.`

/** The call that makes the handler of the compliance topics. */
export function complianceCall(
  variant: WebhookImports['variant'],
  callbacks: readonly string[] = [],
): string {
  const options = [...(variant === 'install' ? ['ledger: installLedger'] : []), ...callbacks]
  if (options.length === 0) return 'handleCompliance()'
  if (options.length === 1) return `handleCompliance({ ${options.join()} })`
  return ['handleCompliance({', ...options.map((option) => `  ${option},`), '})'].join('\n')
}

/** The temporary backfill route. */
export function backfillRouteBlock(names: {
  readonly recipes: string
  readonly config: string
  readonly storage: Extract<SessionStorage, { readonly kind: 'prisma' }>
  /** The file of the install hook's ledger; null where there is no such hook. */
  readonly ledger: string | null
}): string {
  const { prisma, table } = names.storage
  const sessions = `${prisma.local}.${table}`
  const [ledgerImport, ledgerOption] = names.ledger
    ? [`import { installLedger } from '${names.ledger}';\n`, '  ledger: installLedger,\n']
    : ['', '']
  return `import { listShopsFromPrisma, readShopWithAdmin } from '${packageName}';
import { backfillRoute } from '${names.recipes}';
${ledgerImport}${importLine(prisma)}
import shopify from '${names.config}';

// Temporary: delete this file after the run.
export const action = backfillRoute({
  listShops: listShopsFromPrisma(${sessions}),
  countShops: () => ${sessions}.count({ where: { isOnline: false } }),
  readShop: readShopWithAdmin(shopify),
${ledgerOption}});
`
}
