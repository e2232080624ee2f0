import { type ReaderName, readerCode } from './code-blocks.ts'
import { type Edit, endOfLine, insertAt, type SourceFile } from './source-file.ts'
import { restyle } from './source-style.ts'
import { unwrap } from './syntax.ts'

/** What lets the hook read the shops of missed installs. */
export interface Reader {
  readonly importLine: string
  readonly edit: Edit
}

/** Plans the function that reads a shop; undefined where the file has no name for what `shopifyApp` returns. */
export function planReader(file: SourceFile): Reader | undefined {
  const shopify = findShopify(file)
  if (shopify === undefined || /\b(?:readShop|readShopWithAdmin|ReadShopFunction)\b/.test(file.text)) return
  const { eol } = file.style
  const { importLine, code } = readerCode(shopify)
  return { importLine, edit: insertAt(shopify.end, eol + eol + restyle(code, file.style)) }
}

export function findShopify(file: SourceFile): (ReaderName & { readonly end: number }) | undefined {
  for (const statement of file.program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) {
      const value = init && unwrap(init)
      if (id.type !== 'Identifier' || value?.type !== 'CallExpression') continue
      if (value.callee.type !== 'Identifier' || value.callee.name !== 'shopifyApp') continue
      const isTyped = /\.tsx?$/.test(file.path)
      return { local: id.name, isTyped, end: endOfLine(file, statement.end ?? 0) }
    }
  }
  return undefined
}
