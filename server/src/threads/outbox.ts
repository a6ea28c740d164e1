/** Posts messages to another thread, those of one turn of the loop together. */
export interface Outbox<Message> {
  post(message: Message, buffers?: readonly ArrayBuffer[]): void
}

interface Letter<Message> {
  readonly message: Message
  readonly buffers: readonly ArrayBuffer[]
}

/**
 * To wake another thread costs more than most of what is asked of it, so all that is said in a turn
 * wakes it once. Messages arrive in lists, in the order in which they were posted.
 */
export function openOutbox<Message>(options: {
  readonly send: (messages: readonly Message[], buffers: ArrayBuffer[]) => void
  /** Told of a message that cannot be sent to another thread. */
  readonly failed: (message: Message, error: Error) => void
}): Outbox<Message> {
  let letters: Letter<Message>[] = []

  function sendAll(): void {
    const sent = letters
    letters = []
    try {
      deliver(sent)
    } catch {
      // One that cannot be copied must not keep the others back.
      for (const letter of sent) sendAlone(letter)
    }
  }

  function sendAlone(letter: Letter<Message>): void {
    try {
      deliver([letter])
    } catch (error) {
      options.failed(letter.message, error as Error) // The runtime throws nothing else.
    }
  }

  function deliver(sent: readonly Letter<Message>[]): void {
    options.send(
      sent.map(({ message }) => message),
      sent.flatMap(({ buffers }) => buffers),
    )
  }

  return {
    post(message, buffers = []) {
      letters.push({ message, buffers })
      if (letters.length === 1) setImmediate(sendAll)
    },
  }
}
