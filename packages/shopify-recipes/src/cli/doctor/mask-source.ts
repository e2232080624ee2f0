// Comments, strings, templates and regular expressions, in the order in which they could be mistaken.
const tokenPattern =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|(?<=[=(,:;[!&|?{}\n]\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\//g

/**
 * Blanks what is no code, character for character, so that brackets can be counted and places stay right. A good
 * guess without a parser: the doctor reads sources of every kind, and must not need their compiler.
 */
export function maskSource(source: string): string {
  return source.replace(tokenPattern, (text) => text.replace(/[^\n]/g, ' '))
}

/** A piece of a source. */
export interface SourcePiece {
  readonly text: string
  /** From 1. */
  readonly line: number
}

/** The arguments of a call. */
export interface SourceCall extends SourcePiece {
  /** Whether the call is one branch of a conditional expression. */
  readonly isBranch: boolean
}

// Before the colon of a property stands its name, and not the end of another call.
const branchPattern = /(?:[^?]\?|\)\s*:)\s*$/

/** The arguments of each call of a function. */
export function findCalls(masked: string, name: string): readonly SourceCall[] {
  const pieces: SourceCall[] = []
  for (const match of masked.matchAll(new RegExp(`(?<![\\w.]|function )${name}\\s*(?:<[^(]*>)?\\(`, 'g'))) {
    const start = match.index + match[0].length
    pieces.push({
      text: masked.slice(start, findEnd(masked, start)),
      line: countLines(masked, match.index),
      isBranch: branchPattern.test(masked.slice(0, match.index)),
    })
  }
  return pieces
}

/** What is assigned to each property of a name, a method included. */
export function findProperties(masked: string, name: string): readonly SourcePiece[] {
  const pieces: SourcePiece[] = []
  for (const match of masked.matchAll(new RegExp(`\\b${name}\\b\\s*(?=[:(=])`, 'g'))) {
    const start = match.index + match[0].length
    pieces.push({
      text: masked.slice(start, findEnd(masked, start, ',')),
      line: countLines(masked, match.index),
    })
  }
  return pieces
}

/** Where the bracket around a place closes, or a separator stands at its own level. */
function findEnd(masked: string, start: number, separator?: string): number {
  let depth = 0
  for (let index = start; index < masked.length; index += 1) {
    const character = masked.charAt(index)
    if ('([{'.includes(character)) depth += 1
    else if (')]}'.includes(character)) depth -= 1
    if (depth < 0 || (depth === 0 && character === separator)) return index
  }
  return masked.length
}

const countLines = (text: string, index: number): number => text.slice(0, index).split('\n').length
