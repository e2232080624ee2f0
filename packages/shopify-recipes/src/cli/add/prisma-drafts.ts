import type { AppFolder } from './app-folder.ts'
import { readPrismaSchema } from './prisma-schema.ts'
import { detectEol } from './source-style.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** The ledger's model, as in the README. */
export const ledgerModel = `model AffiliateLedger {
  key   String    @id
  state String
  tasks String
  claim String
  since DateTime
  dueAt DateTime?

  @@index([dueAt])
}
`

/** What `prisma migrate` would write for the model, by the provider of the database. */
const migrations: Readonly<Record<string, string>> = {
  sqlite: `-- CreateTable
CREATE TABLE "AffiliateLedger" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "state" TEXT NOT NULL,
    "tasks" TEXT NOT NULL,
    "claim" TEXT NOT NULL,
    "since" DATETIME NOT NULL,
    "dueAt" DATETIME
);

-- CreateIndex
CREATE INDEX "AffiliateLedger_dueAt_idx" ON "AffiliateLedger"("dueAt");
`,
  postgresql: `-- CreateTable
CREATE TABLE "AffiliateLedger" (
    "key" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "tasks" TEXT NOT NULL,
    "claim" TEXT NOT NULL,
    "since" TIMESTAMP(3) NOT NULL,
    "dueAt" TIMESTAMP(3),

    CONSTRAINT "AffiliateLedger_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "AffiliateLedger_dueAt_idx" ON "AffiliateLedger"("dueAt");
`,
  mysql: `-- CreateTable
CREATE TABLE \`AffiliateLedger\` (
    \`key\` VARCHAR(191) NOT NULL,
    \`state\` VARCHAR(191) NOT NULL,
    \`tasks\` VARCHAR(191) NOT NULL,
    \`claim\` VARCHAR(191) NOT NULL,
    \`since\` DATETIME(3) NOT NULL,
    \`dueAt\` DATETIME(3) NULL,

    INDEX \`AffiliateLedger_dueAt_idx\`(\`dueAt\`),
    PRIMARY KEY (\`key\`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
`,
}

/** The ledger's table, in the files of an app that uses Prisma. */
export interface PrismaDrafts {
  readonly drafts: readonly (readonly [path: string, text: string])[]
  /** Whether the app keeps migrations; without them it pushes its schema. */
  readonly hasMigrations: boolean
}

/**
 * Adds the ledger's model to the schema, and the migration that makes its table, where the app keeps migrations.
 *
 * @param root - the folder of the server's `package.json`
 * @throws UnsupportedAppError for a schema that is not found, or a database that Prisma does not migrate
 */
export function draftPrisma(folder: AppFolder, root: string, nowMs: number): PrismaDrafts {
  const { path, provider, models, target, migrations: kept } = readPrismaSchema(folder, root)
  const migration = migrations[provider]
  if (migration === undefined) {
    throw new UnsupportedAppError(
      `${path} has the provider ${provider || 'of another file'}, not SQLite, PostgreSQL or MySQL.`,
    )
  }
  const hasMigrations = folder.list(kept).length > 0
  if (models.includes('AffiliateLedger')) return { drafts: [], hasMigrations }
  const [to, text] = target
  const gap = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n'
  const model = [to, text + (gap + ledgerModel).replaceAll('\n', detectEol(text))] as const
  const name = `${toStamp(nowMs)}_affiliate_ledger`
  const drafts = hasMigrations ? [model, [`${kept}/${name}/migration.sql`, migration] as const] : [model]
  return { drafts, hasMigrations }
}

/** As Prisma names its migrations: `20260131235959`. */
function toStamp(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 19).replaceAll(/\D/g, '')
}
