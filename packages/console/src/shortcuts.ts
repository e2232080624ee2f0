import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { screens } from './screens.ts'

/** What opens above a screen. */
export type Dialog = 'find' | 'save' | 'shortcuts'

/** What a key can do. */
interface Reach {
  readonly goTo: (path: string) => void
  readonly open: (dialog: Dialog) => void
}

/** A key, and what it does; `run` says whether it has done something. */
interface Shortcut {
  /** One key, or two one after the other. */
  readonly keys: string
  readonly does: string
  readonly run: (reach: Reach) => boolean
}

/** The single keys, which can be switched off. */
export const shortcuts: readonly Shortcut[] = [
  ...screens.map(({ to, label, letter }) => ({
    keys: `g ${letter}`,
    does: `Go to ${label}`,
    run: ({ goTo }: Reach) => {
      goTo(to)
      return true
    },
  })),
  { keys: 'j', does: 'Next row or case', run: () => moveRow(1) || clickKey('j') },
  { keys: 'k', does: 'Previous row or case', run: () => moveRow(-1) || clickKey('k') },
  { keys: 'Enter', does: 'Open the row', run: openRow },
  { keys: 'w', does: 'Explain the amount of the row', run: askWhy },
  { keys: '1', does: 'Choose the first answer of a case', run: () => clickKey('1') },
  { keys: '2', does: 'Choose the second answer of a case', run: () => clickKey('2') },
  { keys: '3', does: 'Choose the third answer of a case', run: () => clickKey('3') },
  { keys: 'r', does: 'Type the reason', run: () => focusKey('r') },
  {
    keys: 's',
    does: 'Save this address',
    run: ({ open }) => {
      open('save')
      return true
    },
  },
  {
    keys: '?',
    does: 'Show keyboard shortcuts',
    run: ({ open }) => {
      open('shortcuts')
      return true
    },
  },
]

/** How the key is called that is held down with others on this machine. */
export const held = /Mac|iP(?:ad|hone)/.test(navigator.userAgent) ? '⌘' : 'Ctrl '

/** Whether single keys do something: a choice of this browser. */
export function useShortcutsChoice() {
  const [choice, choose] = useLocalStorage<'on' | 'off'>({
    key: 'affiliate-console-shortcuts',
    defaultValue: 'on',
    getInitialValueInEffect: false,
  })
  const toggle = () => choose(choice === 'on' ? 'off' : 'on')
  return { choice, toggle }
}

const sequenceMs = 1500
/** Where letters are text, and where other keys hold already. */
const taken = 'input:not([type=radio]), textarea, select, [contenteditable], [role=dialog], [role=menu]'

/**
 * Listens to the keys of the whole page, as long as somebody is signed in.
 *
 * @param isOpen - whether a dialog is open or on its way: letters are meant for it then
 */
export function useShortcuts(open: (dialog: Dialog) => void, isOpen: boolean): void {
  const navigate = useNavigate()
  const { choice } = useShortcutsChoice()
  const first = useRef({ key: '', atMs: 0 })
  useEffect(() => {
    const reach = { open, goTo: (path: string) => void navigate(path) }
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      if (event.metaKey || event.ctrlKey) {
        if (key === 'Enter' && !document.querySelector('[role=dialog]') && clickKey('submit')) {
          event.preventDefault()
          return
        }
        if (key.toLowerCase() !== 'k' || event.shiftKey) return
        event.preventDefault()
        open('find')
        return
      }
      const isTaken =
        (target instanceof Element && target.closest(taken)) || document.querySelector('[role=dialog]')
      if (choice === 'off' || isOpen || isTaken) return
      const { key: before, atMs } = first.current
      const pressed = event.timeStamp - atMs < sequenceMs ? [`${before} ${key}`, key] : [key]
      first.current = { key, atMs: event.timeStamp }
      const shortcut = shortcuts.find(({ keys }) => pressed.includes(keys))
      if (shortcut?.run(reach)) {
        event.preventDefault()
        first.current.key = ''
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [choice, navigate, open, isOpen])
}

/** Gives a row of a table the focus, which it has for keys alone. */
export function focusRow(row: HTMLElement): void {
  row.tabIndex = -1
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}

const focusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('tbody tr') ?? null

function moveRow(by: number): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('#main tbody tr')]
  const index = rows.indexOf(focusedRow() ?? document.body)
  const next = index < 0 ? rows[by > 0 ? 0 : rows.length - 1] : rows[index + by]
  if (next === undefined) return false
  focusRow(next)
  return true
}

function openRow(): boolean {
  // On anything else Enter does already what it does.
  const row = document.activeElement?.matches('tbody tr') ? document.activeElement : null
  return click(row?.querySelector<HTMLElement>('a[href], button:not(:disabled)'))
}

function askWhy(): boolean {
  const focused = document.activeElement
  const door = focused?.matches('.door') ? focused : focusedRow()?.querySelector('.door')
  return click(door instanceof HTMLElement ? door : undefined)
}

const findKey = (key: string): HTMLElement | null =>
  document.querySelector(`#main [data-key="${key}"]:not(:disabled)`)

/** Does what a screen has a key for. */
function clickKey(key: string): boolean {
  const element = findKey(key)
  element?.focus()
  return click(element)
}

function focusKey(key: string): boolean {
  const element = findKey(key)
  element?.focus()
  return element !== null
}

function click(element: HTMLElement | null | undefined): boolean {
  element?.click()
  return Boolean(element)
}
