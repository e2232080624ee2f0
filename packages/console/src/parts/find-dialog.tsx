import { Loader, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useClipboard, useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { count } from '../texts.ts'
import { Failure } from './loaded.tsx'
import { SameAs, toLine } from './same-as.tsx'
import { type Choice, useChoices } from './use-choices.ts'

const charactersMax = 200

interface FindDialogProps {
  readonly close: () => void
  /** Closes, and shows a screen. */
  readonly goTo: (path: string) => void
  readonly open: (dialog: 'save' | 'shortcuts') => void
}

/** Finds a record by whatever one knows of it, and goes to any screen. */
export function FindDialog({ close, goTo, open }: FindDialogProps) {
  const isNarrow = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const [typed, setTyped] = useState('')
  const clipboard = useClipboard()
  const wanted = typed.trim().replaceAll(/\s+/g, ' ')
  const { choices, isCut, isStale, error } = useChoices(wanted)
  const { active, choose, reset, onKey } = useActive({ choices, isStale }, (choice) => {
    if (choice.to !== undefined) goTo(choice.to)
    else if (choice.opens !== undefined) open(choice.opens)
    else if (choice.command !== undefined) clipboard.copy(toLine(choice.command))
  })
  const type = (text: string) => {
    setTyped(text)
    reset()
  }
  return (
    <Modal.Root opened onClose={close} size={640} yOffset="8vh" fullScreen={isNarrow} returnFocus={false}>
      <Modal.Overlay />
      <Modal.Content aria-label="Find">
        <Modal.Body p="sm">
          <Stack gap="sm">
            <div className="find-field">
              <TextInput
                {...{ role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': choices.length > 0 }}
                {...{ 'aria-label': 'Find', 'aria-controls': 'found', 'aria-activedescendant': active?.id }}
                {...{ autoComplete: 'off', spellCheck: false, maxLength: charactersMax }}
                data-autofocus
                placeholder="Search by id, name, shop, email or screen"
                value={typed}
                rightSection={isStale ? <Loader size={16} /> : null}
                onChange={({ currentTarget: { value } }) => type(value)}
                onKeyDown={onKey}
              />
              <Modal.CloseButton aria-label="Close" />
            </div>
            <Text size="xs" c="dimmed" role="status">
              {wanted === ''
                ? 'Type to search, or choose a screen.'
                : describeCount(choices.length, { isStale, isCut })}
            </Text>
            {error !== null && <Failure error={error} />}
            <Choices choices={choices} active={active} choose={choose} />
            {active?.command !== undefined && active.to === undefined && (
              <div>
                <Text size="xs" c="dimmed" mb={4}>
                  {clipboard.copied
                    ? 'Copied.'
                    : 'No screen shows this yet. Press Enter to copy the command.'}
                </Text>
                <SameAs command={active.command} />
              </div>
            )}
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

interface Offered {
  readonly choices: readonly Choice[]
  /** Whether they are still of what was typed before. */
  readonly isStale: boolean
}

/** Which choice is active: the arrow keys move to another, Enter chooses it. */
function useActive({ choices, isStale }: Offered, onChosen: (choice: Choice) => void) {
  const [index, setIndex] = useState(0)
  const [isEager, setEager] = useState(false)
  const active = choices[Math.min(index, choices.length - 1)]
  const choose = (choice: Choice) => {
    setIndex(choices.indexOf(choice))
    onChosen(choice)
  }
  // Who presses Enter at once means what is found for the whole text.
  useEffect(() => {
    if (!isEager || isStale) return
    setEager(false)
    if (active !== undefined) choose(active)
  })
  const move = (by: number) => {
    if (choices.length === 0) return
    const next = (index + by + choices.length) % choices.length
    setIndex(next)
    document.getElementById(choices[next]?.id ?? '')?.scrollIntoView({ block: 'nearest' })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') setEager(true)
    else return
    event.preventDefault()
  }
  const reset = () => {
    setIndex(0)
    setEager(false)
  }
  return { active, choose, reset, onKey }
}

interface ChoicesProps {
  readonly choices: readonly Choice[]
  readonly active: Choice | undefined
  readonly choose: (choice: Choice) => void
}

function Choices({ choices, active, choose }: ChoicesProps) {
  return (
    <div id="found" role="listbox" aria-label="What was found" className="found">
      {choices.map((choice) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field listens to keys
        <div
          key={choice.id}
          id={choice.id}
          role="option"
          aria-selected={choice.id === active?.id}
          onClick={() => choose(choice)}
        >
          <bdi className="found-name">{choice.name}</bdi>
          <span className="found-about">{choice.about}</span>
        </div>
      ))}
    </div>
  )
}

function describeCount(
  number: number,
  { isStale, isCut }: Readonly<Record<'isStale' | 'isCut', boolean>>,
): string {
  if (isStale) return 'Looking…'
  if (number === 0) return 'No results for this id, name, shop or address.'
  return isCut ? `${count(number, 'result')}, and there are more: type more of it.` : count(number, 'result')
}
