/** What can be uploaded. Of the last two no more is read than the server takes. */
export type UploadSource =
  | string
  | Uint8Array<ArrayBuffer>
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>

/** A source as fetch takes it, and why it failed, should it fail. */
export interface UploadBody {
  readonly body: NonNullable<RequestInit['body']>
  /** Undefined as long as nothing went wrong with the source. */
  readonly failure: () => { readonly reason: unknown } | undefined
}

export function bodyOf(source: UploadSource): UploadBody {
  if (typeof source === 'string' || source instanceof Uint8Array || source instanceof Blob) {
    return { body: source, failure: () => undefined }
  }
  let failure: { reason: unknown } | undefined
  const chunks = source instanceof ReadableStream ? chunksOf(source) : source
  const reading = chunks[Symbol.asyncIterator]()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await reading.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      } catch (reason) {
        failure = { reason }
        controller.error(reason)
      }
    },
    async cancel() {
      await reading.return?.()
    },
  })
  return { body, failure: () => failure }
}

/** Not every browser can walk a stream by itself. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}
