/** Passes a source on until it is aborted, even where the source itself has stalled. */
export async function* untilAborted<One>(
  source: AsyncIterable<One>,
  signal: AbortSignal,
): AsyncGenerator<One> {
  const aborted = Promise.withResolvers<never>()
  aborted.promise.catch(() => undefined) // The reader of the source gets the rejection.
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
    // Not awaited where the source was abandoned: it may never end.
    const closed = iterator.return?.()
    if (!signal.aborted) await closed
    else closed?.catch(() => undefined)
  }
}
