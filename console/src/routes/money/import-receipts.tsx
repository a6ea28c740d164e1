import type { Answer } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TextField } from '../../act/fields.tsx'
import { filled } from '../../act/filled.ts'
import { Sheet } from '../../act/sheet.tsx'
import { client } from '../../api/client.ts'
import { Failed } from '../../frame/states.tsx'
import { useWords } from '../../words/language.ts'
import { backOfficeWords } from './back-office-words.ts'

/** The columns of the last file: banks do not change them. */
const keptKey = 'bindery-console-bank-columns'

const usual = {
  amount: 'amount',
  date: 'date',
  reference: 'reference',
  payer: '',
  iban: '',
  currency: 'EUR',
}

/** A file of the bank, whose lines become receipts. */
export function ImportReceipts({ onClose }: { readonly onClose: () => void }) {
  const own = useWords(backOfficeWords)
  const cache = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [columns, setColumns] = useState<typeof usual>(() => ({
    ...usual,
    ...(JSON.parse(localStorage.getItem(keptKey) ?? '{}') as Partial<typeof usual>), // Written below.
  }))
  const [result, setResult] = useState<Answer<'importReceipts'> | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [isSending, setSending] = useState(false)
  const field = (name: keyof typeof usual, label: string, isOptional = false) => (
    <TextField
      label={label}
      value={columns[name]}
      onChange={(value) => setColumns({ ...columns, [name]: value })}
      isOptional={isOptional}
    />
  )
  async function send(): Promise<void> {
    if (file === null) return
    setError(null)
    setSending(true)
    try {
      localStorage.setItem(keptKey, JSON.stringify(columns))
      const query = filled({ ...columns, file: file.name })
      setResult(
        await client.upload('importReceipts', { query }, { source: file, type: 'text/csv' }),
      )
      await cache.invalidateQueries()
    } catch (cause) {
      setError(cause as Error) // Every call rejects with one.
    } finally {
      setSending(false)
    }
  }
  return (
    <Sheet title={own.import} onClose={onClose}>
      <form
        className="sheet-form"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <p className="quiet">{own.importHint}</p>
        <label className="file-field">
          <span>{own.file}</span>
          <input
            type="file"
            accept=".csv,text/csv"
            onChange={(event) => {
              setFile(event.currentTarget.files?.[0] ?? null)
              setResult(null)
            }}
          />
        </label>
        <h3>{own.columns}</h3>
        {field('amount', own.columnAmount)}
        {field('date', own.columnDate)}
        {field('reference', own.columnReference)}
        {field('payer', own.columnPayer, true)}
        {field('iban', own.columnIban, true)}
        {field('currency', own.currency)}
        <div role="status">
          {result !== null && (
            <p>{own.imported(result.new, result.matched, result.unmatched, result.known)}</p>
          )}
        </div>
        {error !== null && <Failed error={error} />}
        <div className="sheet-acts">
          <Button type="submit" disabled={file === null} loading={isSending}>
            {own.importNow}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
