/** Ends a hook that had to wait, with what it waited for. Hooks that need not wait call `done` at once. */
export async function endHook<Payload>(
  waiting: Promise<Payload>,
  done: (error: Error | null, payload?: Payload) => void,
): Promise<void> {
  let payload: Payload
  try {
    payload = await waiting
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)))
    return
  }
  done(null, payload)
}
