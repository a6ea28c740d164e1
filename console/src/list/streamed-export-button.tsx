import type { OperationId } from '@bindery/sdk'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { Failed } from '../frame/states.tsx'
import { useWords } from '../words/language.ts'
import { saveFile } from './csv.ts'
import type { ListRequest } from './use-rows.ts'
import { listWords } from './words.ts'

/** A file that the server streams: all rows, however many. */
export function StreamedExportButton({
  call,
  request,
  name,
}: {
  readonly call: OperationId
  readonly request: ListRequest
  readonly name: string
}) {
  const words = useWords(listWords)
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  async function run(): Promise<void> {
    setError(null)
    setRunning(true)
    try {
      const chunks: BlobPart[] = []
      for await (const chunk of client.download(call, ...asDownload(request))) {
        chunks.push(new Uint8Array(chunk))
      }
      saveFile(chunks, `${name}.csv`)
    } catch (cause) {
      setError(cause as Error) // Every call rejects with one.
    } finally {
      setRunning(false)
    }
  }
  return (
    <>
      {error !== null && <Failed error={error} />}
      <button
        type="button"
        className="quiet-button"
        disabled={isRunning}
        onClick={() => void run()}
      >
        {words.export}
      </button>
    </>
  )
}

/** Which operation it is decides a list, so its arguments are not known here. */
function asDownload(request: ListRequest): [never] {
  return [request as never]
}
