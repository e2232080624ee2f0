import type { IdKind, NamedKind } from '@affiliate-platform/platform/workspaces'
import { Argument, Option } from 'commander'
import { parseId, parseIdOrPart, parseRecord } from './parse-value.ts'

/** The kinds of records that are called by a name; each narrows where the next is looked for. */
export const namedKinds: readonly NamedKind[] = ['workspace', 'app', 'program', 'membership', 'group']

/** What a command takes the id of: a record with a name, one without, or one of any kind. */
export type RecordKind = NamedKind | IdKind | 'record'

/** The words of commands for records without a name. */
const kindsOfWords: Readonly<Record<string, IdKind>> = {
  ...{ payout: 'payout', report: 'report', confirmation: 'confirmation', dispute: 'dispute' },
  ...{ run: 'payout run', entry: 'commission', commission: 'commission', referral: 'referral' },
  ...{
    proposal: 'proposal',
    case: 'case',
    link: 'link',
    import: 'analytics import',
    version: 'terms version',
    key: 'key',
  },
}

class IdOption extends Option {
  readonly kind: RecordKind

  constructor(flags: string, kind: RecordKind, description: string) {
    super(flags, description)
    this.kind = kind
    this.argParser(parseIdOrPart(flags.split(' ')[0] ?? flags))
  }
}

class IdArgument extends Argument {
  readonly kind: RecordKind

  constructor(word: string, kind: RecordKind) {
    super(`<${word}>`, `id of the ${word}, or its beginning or end`)
    this.kind = kind
    this.argParser(parseIdOrPart(`<${word}>`))
  }
}

class PayoutArgument extends Argument {
  readonly kind = 'payout'

  constructor() {
    super('<payout>', 'id of the payout, its beginning or end, or the reference of a payment')
    this.argParser(parseRecord('<payout>'))
  }
}

class RecordOption extends Option {
  readonly kind: NamedKind

  constructor(kind: NamedKind, description: string) {
    super(`--${kind} <id|name>`, description)
    this.kind = kind
    this.argParser(parseRecord(`--${kind}`))
  }
}

class RecordArgument extends Argument {
  readonly kind: NamedKind

  constructor(kind: NamedKind, text: string) {
    super(text, `id or name of the ${kind}${kind === 'membership' ? ", or its payee's e-mail address" : ''}`)
    this.kind = kind
    this.argParser(parseRecord(`<${kind}>`))
  }
}

/** A flag such as `--program`, which takes the id of a record or its name; the command is given the id (D150). */
export function recordFlag(kind: NamedKind, description: string): Option {
  return new RecordOption(kind, description)
}

/** An argument that takes the id of a record or its name; the command is given the id (D150). */
export function recordArgument(kind: NamedKind, text = `<${kind}>`): Argument {
  return new RecordArgument(kind, text)
}

/** A flag such as `--run`, which takes the id of a record without a name, or a part of it (D325). */
export function idFlag(flags: string, kind: RecordKind, description: string): Option {
  return new IdOption(flags, kind, description)
}

/** An argument that takes the id of a record without a name, or where it can be told apart a part of it (D325). */
export function idArgument(word: string): Argument {
  const kind = kindsOfWords[word]
  if (kind !== undefined) return new IdArgument(word, kind)
  return new Argument(`<${word}>`, `id of the ${word}`).argParser(parseId(`<${word}>`))
}

/** An argument that takes a payout as others do, or by the reference of payment files or of a payment (D479). */
export const payoutArgument = (): Argument => new PayoutArgument()

/** Whether a flag or an argument takes references of payments too. */
export const takesReference = (described: Option | Argument): boolean => described instanceof PayoutArgument

/** The kind of record that a flag or an argument names, if it does. */
export function kindOf(described: Option | Argument): RecordKind | undefined {
  const isOne = [RecordOption, RecordArgument, IdOption, IdArgument, PayoutArgument].some(
    (one) => described instanceof one,
  )
  return isOne ? Reflect.get(described, 'kind') : undefined
}

/** Whether records of a kind are called by a name. */
export function isNamedKind(kind: string): kind is NamedKind {
  return namedKinds.some((known) => known === kind)
}
