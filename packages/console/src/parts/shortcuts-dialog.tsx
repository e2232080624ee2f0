import { Group, Kbd, Modal, Table, Text } from '@mantine/core'
import { held, shortcuts, useShortcutsChoice } from '../shortcuts.ts'

/** The keys of the keyboard, and what each does. */
export function ShortcutsDialog({ close }: { readonly close: () => void }) {
  const { choice } = useShortcutsChoice()
  const always = [
    { keys: `${held}K`, does: 'Find anything' },
    { keys: `${held}Enter`, does: 'Decide a case' },
    { keys: 'Esc', does: 'Close what is open' },
  ]
  return (
    <Modal.Root opened onClose={close} returnFocus={false}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <Group justify="space-between" mb="sm">
            <Modal.Title fw={600}>Keyboard shortcuts</Modal.Title>
            <Modal.CloseButton aria-label="Close" />
          </Group>
          {choice === 'off' && (
            <Text c="dimmed" mb="sm">
              Single keys are switched off in this browser. Your menu switches them on.
            </Text>
          )}
          <Table variant="vertical">
            <Table.Tbody>
              {[...always, ...shortcuts].map(({ keys, does }) => (
                <Table.Tr key={keys}>
                  <Table.Th w={120} scope="row">
                    {keys.split(' ').map((key) => (
                      <Kbd key={key} mr={4}>
                        {key}
                      </Kbd>
                    ))}
                  </Table.Th>
                  <Table.Td>{does}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
