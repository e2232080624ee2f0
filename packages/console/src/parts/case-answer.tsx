import { Kbd, Text } from '@mantine/core'
import { type Answer, type CaseData, describeAnswer, verdicts } from '../case-texts.ts'
import { formatMoney } from '../money.ts'
import { formatDay } from '../texts.ts'

interface CaseAnswerProps {
  readonly answer: Answer
  readonly data: CaseData
  readonly shortcut: string
  readonly isChosen: boolean
  readonly choose: () => void
}

export function CaseAnswer({ answer, data, shortcut, isChosen, choose }: CaseAnswerProps) {
  const { member, from, verdict } = answer
  const isAccepted = answer.answer === 'accept'
  return (
    <label className="answer" data-is-chosen={isChosen || undefined}>
      <input type="radio" name="answer" checked={isChosen} onChange={choose} data-key={shortcut} />
      <span>
        <span className="answer-name">
          <bdi>{describeAnswer(member)}</bdi>
          <Kbd size="xs" visibleFrom="sm" aria-hidden="true">
            {shortcut}
          </Kbd>
        </span>
        <Text span display="block" size="xs" c="dimmed">
          {answer.answer === 'nobody' ? (
            'Rejects all evidence of this shop, also what is told later.'
          ) : (
            <>
              {isAccepted ? 'Accepts' : 'Rejects'} the evidence for <bdi>{data.member.name}</bdi>.
            </>
          )}
          {from !== null && ` Sales from ${formatDay(from)} on earn commission.`}
          {isAccepted &&
            verdict !== 'accepted' &&
            ` It does not count yet: ${verdicts[verdict].name.toLowerCase()}.`}
        </Text>
        <Costs answer={answer} data={data} />
      </span>
    </label>
  )
}

/** Who gets what by an answer, and what is taken back from whom. */
function Costs({ answer: { amounts, isChange, from }, data }: Pick<CaseAnswerProps, 'answer' | 'data'>) {
  const { paid, now, areSalesRead } = data
  const isTakenBack = amounts.some(
    ({ member, amount }) => member.id === now?.id && amount.amountMinor.startsWith('-'),
  )
  if (amounts.length === 0) {
    const earned =
      areSalesRead || from === null
        ? 'Nothing was earned on this shop so far.'
        : 'The shop’s sales are imported after that.'
    return (
      <Text span display="block">
        {isChange ? earned : 'Nothing changes.'}
      </Text>
    )
  }
  return (
    <>
      {amounts.map(({ member, amount }) => {
        const isLoss = amount.amountMinor.startsWith('-')
        const sum = formatMoney({ ...amount, amountMinor: amount.amountMinor.replace('-', '') })
        return (
          <Text span display="block" key={`${member.id} ${amount.currency}`}>
            <span className="figures">{sum}</span> {isLoss ? 'is taken back from' : 'goes to'}{' '}
            <bdi>{member.name}</bdi>
          </Text>
        )
      })}
      {isTakenBack && paid.length > 0 && (
        <Text span display="block" size="xs" c="dimmed">
          {paid.map(formatMoney).join(', ')} of it is already in payouts: it stays paid, and is deducted from
          what <bdi>{now?.name}</bdi> earns next.
        </Text>
      )}
    </>
  )
}
