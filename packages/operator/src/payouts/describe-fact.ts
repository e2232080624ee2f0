import type { PayoutFact } from '@affiliate-platform/platform/payouts'
import { Help } from 'commander'
import { isolate } from '../command-line/isolate.ts'
import { formatCell, shortenId } from '../command-line/table.ts'
import { formatSum } from './signed-money.ts'

interface Place {
  readonly currency: string
  /** Characters in a line of the terminal, by which ids are shortened; undefined where the text goes to no terminal. */
  readonly columns: number | undefined
  /** Names by actor; an actor without one is shown as it is. */
  readonly actorNames: ReadonlyMap<string, string>
}

const verbs: Readonly<Record<PayoutFact['kind'], string>> = {
  report: 'reported',
  confirmation: 'confirmed',
  retraction: 'retracted report',
  return: 'returned report',
  confirmation_retraction: 'retracted confirmation',
  dispute: 'disputed report',
  closing: 'closed dispute',
  void: 'voided',
}

const idLength = 36
const shortIdLength = 8

/** A fact as a line: its id, if it has one, and a sentence of what, how, when, by whom and why. */
export function describeFact(fact: PayoutFact, { currency, columns, actorNames }: Place): string {
  const write = (id: string) => (columns === undefined ? id : shortenId(id))
  const id = write(fact.id ?? '').padEnd(columns === undefined ? idLength : shortIdLength)
  const about =
    fact.about === null ? '' : ` ${fact.amountMinor === null ? '' : 'of report '}${write(fact.about)}`
  const amount = fact.amountMinor === null ? '' : ` ${formatSum(BigInt(fact.amountMinor), currency)}`
  const means = [fact.method && `by ${fact.method}`, fact.reference].filter(Boolean)
  const what = [`${verbs[fact.kind]}${amount}${about}`, ...means].map(show).join(' ')
  const why = fact.reason === null ? '' : `: ${show(fact.reason)}`
  const sentence = `${what}, ${formatDay(fact.paidAt ?? fact.createdAt)}, ${show(actorNames.get(fact.actor) ?? fact.actor)}${why}`
  if (columns === undefined) return `${id}  ${sentence}\n`
  const indent = ' '.repeat(id.length + 2)
  const lines = new Help().boxWrap(sentence, columns - indent.length)
  return `${id}  ${lines.replaceAll('\n', `\n${indent}`)}\n`
}

// Methods, references and reasons come from outside.
const show = (text: unknown): string => isolate(formatCell(text))

const formatDay = (time: Date): string =>
  time.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
