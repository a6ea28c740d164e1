import { Modal } from '@mantine/core'
import { openClient } from '../api/client.ts'
import { connection, goOn } from '../api/connection.ts'
import { frameWords } from '../frame/words.ts'
import { SignIn } from '../sign-in/sign-in.tsx'
import { useStore } from '../store.ts'
import { useWords } from '../words/language.ts'
import { useMe } from './me.ts'

/** Lies over a page whose session has ended. What waits for an answer goes on after the sign-in. */
export function SessionEnded() {
  const words = useWords(frameWords)
  const { person } = useMe()
  const isEnded = useStore(connection) === 'ended'
  const goOnAs = async () => {
    const now = await openClient.call('showMe')
    // Somebody else must not see what this page was opened for.
    if (now.person?.id === person.id) goOn()
    else location.reload()
  }
  return (
    <Modal
      opened={isEnded}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      title={words.ended}
      size={400}
    >
      <p className="quiet">{words.endedHint}</p>
      <SignIn isInSheet onDone={() => void goOnAs()} />
    </Modal>
  )
}
