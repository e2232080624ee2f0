import type { Node } from '@babel/types'
import { type Edit, indentAt, type SourceFile, textOf } from './source-file.ts'
import { restyle } from './source-style.ts'
import type { NamedMember } from './syntax.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/**
 * Puts `identifyShop` in front of an app's own `afterAuth`. Theirs stays as it is written, gets the same argument,
 * and is still awaited: as a function called where it stands, its parameters keep the types that they had.
 *
 * @param isInline - whether the compiler gives a function in this place the types of its parameters
 */
export function wrapAfterAuth(file: SourceFile, theirs: NamedMember, isInline: boolean): Edit {
  const call = callTheirs(file, theirs)
  const outer = indentAt(file.text, theirs.start ?? 0)
  const type = isInline || !/\.tsx?$/.test(file.path) ? '' : parameterType(file, theirs)
  const code = restyle(
    `afterAuth: async (auth${type}) => {\n  identifyShop(auth);\n  await THEIRS;\n}`,
    file.style,
  )
  const text = code.replaceAll(file.style.eol, file.style.eol + outer).replace('THEIRS', () => call)
  return { start: theirs.start ?? 0, end: theirs.end ?? 0, text }
}

function callTheirs(file: SourceFile, theirs: NamedMember): string {
  if (theirs.type === 'ObjectMethod') {
    if (theirs.kind !== 'method' || theirs.generator) throw unknownForm(file)
    const head = theirs.async ? 'async function ' : 'function '
    const parameters = file.text.slice(file.text.indexOf('(', theirs.key.end ?? 0), theirs.end ?? 0)
    return `(${head}${indentMore(file, theirs.body, parameters)})(auth)`
  }
  const { value } = theirs
  const text = textOf(file, value)
  if (value.type === 'Identifier' || value.type === 'MemberExpression') return `${text}(auth)`
  if (value.type !== 'ArrowFunctionExpression' && value.type !== 'FunctionExpression') throw unknownForm(file)
  return `(${indentMore(file, value, text)})(auth)`
}

/** One level deeper, unless that could change what a template says. */
function indentMore(file: SourceFile, node: Node, text: string): string {
  const { eol, indent } = file.style
  const hasTemplate = textOf(file, node).includes('`')
  return hasTemplate
    ? text
    : text.replaceAll(eol, eol + indent).replaceAll(`${eol}${indent}${eol}`, eol + eol)
}

/** A variable's function gets no types from where it is used: ours takes those of theirs. */
function parameterType(file: SourceFile, theirs: NamedMember): string {
  const value = theirs.type === 'ObjectMethod' ? theirs : theirs.value
  if (value.type === 'Identifier') return `: Parameters<typeof ${value.name}>[0]`
  const [parameter] = 'params' in value ? value.params : []
  return parameter && 'typeAnnotation' in parameter && parameter.typeAnnotation
    ? textOf(file, parameter.typeAnnotation)
    : ''
}

function unknownForm({ path }: SourceFile): UnsupportedAppError {
  return new UnsupportedAppError(
    `${path} defines its afterAuth hook in a way that cannot be extended safely.`,
  )
}
