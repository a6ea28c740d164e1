import type { ListId, RowOf } from '@bindery/sdk'
import { useRef, useState } from 'react'
import { client } from '../api/client.ts'
import { Failed } from '../frame/states.tsx'
import { showToast } from '../frame/toasts.tsx'
import { useWords } from '../words/language.ts'
import type { Column } from './column.ts'
import { csvHead, csvLine, exportRowsMax, saveFile } from './csv.ts'
import { type ListRequest, asArguments } from './use-rows.ts'
import { listWords } from './words.ts'

/** What is shown, all of it, as a file: page after page, until it ends or somebody stops it. */
export function ExportButton<Id extends ListId>({
  call,
  request,
  columns,
  name,
}: {
  readonly call: Id
  readonly request: ListRequest
  readonly columns: readonly Column<RowOf<Id>>[]
  readonly name: string
}) {
  const words = useWords(listWords)
  const [rows, setRows] = useState<number | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const stopping = useRef<AbortController | null>(null)

  async function run(signal: AbortSignal): Promise<void> {
    // Spreadsheets take the first bytes as a sign that the text is UTF-8.
    const parts = ['\uFEFF', csvHead(columns)]
    let count = 0
    const pages = client.list(call, ...asArguments<Id>({ ...request, signal })).pages()
    for await (const page of pages) {
      for (const row of page.rows) parts.push(csvLine(columns.map(({ text }) => text(row))))
      count += page.rows.length
      setRows(count)
      if (count >= exportRowsMax && page.next !== null) {
        showToast(words.capped(count))
        break
      }
    }
    saveFile(parts, `${name}.csv`)
    showToast(words.exported(count))
  }

  const start = async () => {
    stopping.current = new AbortController()
    const { signal } = stopping.current
    setError(null)
    setRows(0)
    await run(signal).catch((cause: Error) => {
      if (!signal.aborted) setError(cause)
    })
    setRows(null)
  }
  if (error !== null) return <Failed error={error} again={() => void start()} />
  if (rows === null) {
    return (
      <button type="button" className="quiet-button" onClick={() => void start()}>
        {words.export}
      </button>
    )
  }
  return (
    <span role="status">
      {words.exporting(rows)}{' '}
      <button type="button" className="quiet-button" onClick={() => stopping.current?.abort()}>
        {words.stop}
      </button>
    </span>
  )
}
