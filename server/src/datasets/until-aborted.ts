/** What comes from the source, until it is to be given up: also where nothing comes any more. */
export async function* untilAborted<One>(
  source: AsyncIterable<One>,
  signal: AbortSignal,
): AsyncGenerator<One> {
  const aborted = Promise.withResolvers<never>()
  aborted.promise.catch(() => undefined) // Whoever waits for the source hears of it.
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  const iterator = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await Promise.race([iterator.next(), aborted.promise])
      if (done === true) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    // Not awaited where the source was left in the middle: it may never come to it.
    const closed = iterator.return?.()
    if (!signal.aborted) await closed
    else closed?.catch(() => undefined)
  }
}
