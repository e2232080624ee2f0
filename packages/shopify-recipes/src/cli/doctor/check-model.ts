import { atPlace, error, type Finding, warning } from './finding.ts'
import type { CheckedApp } from './read-app.ts'
import type { AppFile } from './read-files.ts'
import { lineOf, walk } from './walk.ts'

interface Model {
  readonly table: string
  readonly fields: ReadonlySet<string>
  readonly place: string
}

const columns = ['key', 'state', 'tasks', 'claim', 'since', 'dueAt']

/** Whether the table of a Prisma ledger stands in the schema, and some migration makes it. */
export function checkModel(app: CheckedApp): readonly Finding[] {
  const schemas = app.files.filter(({ path }) => path.endsWith('.prisma'))
  if (schemas.length === 0) return []
  const isWithoutMigrations = schemas.some(({ text }) => /provider\s*=\s*"mongodb"/.test(text))
  return findDelegates(app).flatMap(({ name, place }) => {
    const model = schemas.map((schema) => findModel(schema, name)).find((found) => found !== undefined)
    if (model === undefined) return [atPlace(place, missingModel(name, schemas[0]?.path ?? 'schema.prisma'))]
    const lacking = columns.filter((column) => !model.fields.has(column))
    if (lacking.length > 0) return [atPlace(model.place, missingFields(lacking))]
    return isWithoutMigrations ? [] : checkMigration(model, app)
  })
}

/** The delegates that Prisma ledgers are made of, such as `affiliateLedger` of `prisma.affiliateLedger`. */
function findDelegates({
  sources,
}: CheckedApp): readonly { readonly name: string; readonly place: string }[] {
  const delegates: { name: string; place: string }[] = []
  for (const { path, tree } of sources.values()) {
    walk(tree, (node) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return
      const [model] = node.arguments
      if (node.callee.name !== 'createPrismaLedger' || model?.type !== 'MemberExpression') return
      if (model.property.type !== 'Identifier') return
      delegates.push({ name: model.property.name, place: `${path}:${lineOf(node)}` })
    })
  }
  return delegates
}

/** Reads a model of a schema, in which a block's braces end their lines and no brace stands within. */
function findModel({ path, text }: AppFile, delegate: string): Model | undefined {
  const code = text.replace(/\/\/[^\n]*/g, '')
  for (const match of code.matchAll(/^\s*model\s+(\w+)\s*\{([^}]*)\}/gm)) {
    const [block, name = '', body = ''] = match
    if (`${name.charAt(0).toLowerCase()}${name.slice(1)}` !== delegate) continue
    const fields = new Set([...body.matchAll(/^\s*(\w+)\s+\w/gm)].map(([, field = '']) => field))
    const line = code.slice(0, match.index + block.indexOf('model')).split('\n').length
    return { table: /@@map\("([^"]+)"\)/.exec(body)?.[1] ?? name, fields, place: `${path}:${line}` }
  }
  return undefined
}

function checkMigration({ table, place }: Model, { files }: CheckedApp): readonly Finding[] {
  const remedy = 'Run npx prisma migrate dev --name affiliate_ledger, and commit the folder that it creates.'
  const migrations = files.filter(({ path }) => path.endsWith('/migration.sql'))
  if (migrations.length === 0) {
    const detail = `The schema has no migrations, so none creates the table ${table}.`
    return [atPlace(place, warning('MIGRATION', detail, remedy))]
  }
  const pattern = new RegExp(`CREATE\\s+TABLE[^(;]*[\\s."\`[]${table}["\`\\]]?\\s*\\(`, 'i')
  if (migrations.some(({ text }) => pattern.test(text))) return []
  const detail = `No migration creates the table ${table}: without it no install is identified.`
  return [atPlace(place, error('MIGRATION', detail, remedy))]
}

function missingModel(delegate: string, schema: string): Finding {
  const name = `${delegate.charAt(0).toUpperCase()}${delegate.slice(1)}`
  const detail = `${schema} has no model ${name}, which the ledger writes to.`
  return error('MODEL', detail, "Add the model from the package's README, then run npx prisma migrate dev.")
}

function missingFields(lacking: readonly string[]): Finding {
  const detail = `The ledger's model lacks ${lacking.join(', ')}.`
  return error('MODEL', detail, "Write it as in the package's README, then run npx prisma migrate dev.")
}
