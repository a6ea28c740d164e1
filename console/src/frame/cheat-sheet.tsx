import { Modal } from '@mantine/core'
import { useStore } from '../store.ts'
import { useWords } from '../words/language.ts'
import { shortcuts } from './shortcuts.ts'
import { frameWords } from './words.ts'

/** Every key that works on this page. */
export function CheatSheet({ onClose }: { readonly onClose: () => void }) {
  const words = useWords(frameWords)
  const all = useStore(shortcuts)
  // What this page does first; the ways to other pages are the same everywhere.
  const isWay = ([keys]: readonly [string, string]) => keys.startsWith('g ')
  const known = [...new Map(all.map((one) => [one.keys, one.says]))]
  const rows = [...known.filter((one) => !isWay(one)), ...known.filter(isWay)]
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.keyboardTitle}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <dl className="keys">
        {rows.map(([keys, says]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key.replace('mod+', `${words.controlKey} `).toUpperCase()}</kbd>
              ))}
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
