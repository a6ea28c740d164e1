/** Posts messages to another thread: one batch for each turn of the event loop. */
export interface Outbox<Message> {
  post(message: Message, buffers?: readonly ArrayBuffer[]): void
}

interface Envelope<Message> {
  readonly message: Message
  readonly buffers: readonly ArrayBuffer[]
}

/**
 * Waking another thread costs more than most tasks, so all messages of one turn wake it once. They
 * arrive as a list, in the order in which they were posted.
 */
export function openOutbox<Message>(options: {
  readonly send: (messages: readonly Message[], buffers: ArrayBuffer[]) => void
  /** Called with a message that cannot be sent to another thread. */
  readonly failed: (message: Message, error: Error) => void
}): Outbox<Message> {
  let envelopes: Envelope<Message>[] = []

  function sendAll(): void {
    const sent = envelopes
    envelopes = []
    try {
      deliver(sent)
    } catch {
      // One message that cannot be copied must not hold back the others.
      for (const envelope of sent) sendAlone(envelope)
    }
  }

  function sendAlone(envelope: Envelope<Message>): void {
    try {
      deliver([envelope])
    } catch (error) {
      options.failed(envelope.message, error as Error) // The runtime throws nothing else.
    }
  }

  function deliver(sent: readonly Envelope<Message>[]): void {
    options.send(
      sent.map(({ message }) => message),
      sent.flatMap(({ buffers }) => buffers),
    )
  }

  return {
    post(message, buffers = []) {
      envelopes.push({ message, buffers })
      if (envelopes.length === 1) setImmediate(sendAll)
    },
  }
}
