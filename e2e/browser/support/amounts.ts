import type { Page } from 'playwright-core'
import { isCut } from './looks.ts'

/** How a half of the pages answers for its amounts. All but the root are selectors, and texts of regular expressions. */
interface AmountRule {
  readonly root: string
  /** What is an answer itself, or no amount that anybody reckons: each with its reason. */
  readonly answers: Readonly<Record<string, string>>
  /** Within which a door beside an amount is one to it. */
  readonly beside?: string
  /** How the words around an amount say of what it is the sum. */
  readonly sum: string
  /** What around an amount may hold those words, apart from what holds the amount itself. */
  readonly around?: readonly string[]
  /** Whether the name of a door has to say more than the amount, which a zero needs no door for. */
  readonly isNamed?: boolean
}

/** How an amount is written. Text, because it runs in the page. */
const amount = String.raw`/-?(?:[$€£¥]|KWD\s)\d[\d,.]*/g`

/** The terms, and what somebody has said of a payment. */
export const ofPortal: AmountRule = {
  root: 'main',
  answers: {
    'a, button': 'a door',
    '.sentences, option': 'terms, which are agreed upon and not reckoned',
    '[aria-labelledby=facts] li': 'what somebody has said of a payment',
  },
  beside: 'li, section',
  sum: ' in all$',
}

export const ofConsole: AmountRule = {
  root: '#main',
  answers: {
    'a, button': 'a door',
    svg: 'a chart, whose figures stand below it',
    '[aria-labelledby$=terms], [aria-labelledby=contract], [aria-label^="Contract of "], [data-label=Threshold]':
      'terms, which are agreed upon and not reckoned',
    '[aria-labelledby=facts] li, [data-label=What]': 'history: what somebody has said or done',
    '[aria-labelledby=misplaced] li, [aria-labelledby=sales] li': 'what a shop has paid, as Shopify tells it',
    'label.answer': 'what an answer that is not given yet would come to',
  },
  sum: String.raw` in all$|\d (commission|payout|payment)s?\b|\bsum of\b| of it is not paid yet`,
  around: ['p', 'table'],
  isNamed: true,
}

/** Those of a screen that have no answer, as they are written. */
export function findDeadAmounts(page: Page, rule: AmountRule): Promise<readonly string[]> {
  const { root, answers, beside, sum, around = [], isNamed = false } = rule
  const selectors = JSON.stringify(Object.keys(answers).join(', '))
  return page.evaluate(`(() => {
    const amount = ${amount}
    const hasWords = (door) =>
      (door.getAttribute('aria-label') ?? door.textContent).replaceAll(amount, '').trim() !== ''
    const isAnswered = (element) => {
      const answer = element.closest(${selectors})
      return answer !== null && (!${isNamed} || !answer.matches('a, button') || hasWords(answer))
    }
    const isBesideDoor = (element) =>
      element.closest(${JSON.stringify(beside ?? '#none')})
        ?.querySelector('a[href], button[aria-label^="Why "]') != null
    const isSum = (element) =>
      [element, ...${JSON.stringify(around)}.map((one) => element.closest(one))]
        .map((one) => (one instanceof HTMLTableElement ? one.caption : one)?.textContent ?? '')
        .some((text) => new RegExp(${JSON.stringify(sum)}).test(text))
    return [...document.querySelectorAll('${root} *')]
      .filter((element) => [...element.childNodes].some((node) =>
        node.nodeType === Node.TEXT_NODE && (node.data.match(amount) ?? []).some((one) => !${isNamed} || /[1-9]/.test(one))))
      .filter((element) => !isAnswered(element) && !isBesideDoor(element) && !isSum(element))
      .map((element) => element.textContent)
  })()`)
}

/** Those that a box cuts off, or that are written shorter than they are. */
export function findCutAmounts(page: Page, { root }: AmountRule): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const isCut = ${isCut}
    const isShortened = (box) => box !== null && (isShortened(box.parentElement) ||
      (getComputedStyle(box).textOverflow === 'ellipsis' && box.scrollWidth > box.clientWidth + 1))
    const walker = document.createTreeWalker(document.querySelector('${root}'), NodeFilter.SHOW_TEXT)
    const texts = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    return texts
      .filter(({ data, parentElement }) => ${amount}.test(data) && parentElement.closest('svg') === null)
      .filter((text) => isCut(text) || isShortened(text.parentElement) || /\\d\\s?[KMBT]\\b/.test(text.data))
      .map(({ data }) => data)
  })()`)
}
