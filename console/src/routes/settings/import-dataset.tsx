import type { Answer, RowOf } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '../../act/fields.tsx'
import { client } from '../../api/client.ts'
import { Failed } from '../../frame/states.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { useWords } from '../../words/language.ts'
import { ActButton } from '../policy/acts/act-button.tsx'
import { settingsWords } from './words.ts'

/** A file is checked first: what it would add, change and remove. */
export function ImportDataset({ dataset }: { readonly dataset: RowOf<'listDatasets'> }) {
  const words = useWords(settingsWords)
  const cache = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [mode, setMode] = useState<'replace' | 'merge'>('merge')
  const [checked, setChecked] = useState<Answer<'importDataset'> | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [isSending, setSending] = useState(false)
  async function send(isDryRun: boolean): Promise<void> {
    if (file === null) return
    setError(null)
    setSending(true)
    try {
      const answer = await client.upload(
        'importDataset',
        {
          params: { datasetKey: dataset.key },
          query: { mode, file: file.name, ...(isDryRun ? { dry_run: 'true' } : {}) },
        },
        { source: file, type: /json/i.test(file.name) ? 'application/x-ndjson' : 'text/csv' },
      )
      setChecked(isDryRun ? answer : null)
      if (!isDryRun) {
        showToast(words.importDone)
        setFile(null)
        await cache.invalidateQueries()
      }
    } catch (cause) {
      setError(cause as Error) // Every call rejects with one.
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="review review-form">
      <h3>{words.import}</h3>
      <label className="file-field">
        <span>{words.file}</span>
        <input
          type="file"
          accept=".csv,.ndjson,.jsonl,text/csv"
          onChange={(event) => {
            setFile(event.currentTarget.files?.[0] ?? null)
            setChecked(null)
          }}
        />
      </label>
      <ChoiceField
        label={words.mode}
        value={mode}
        onChange={(next) => {
          setMode(next === 'replace' ? 'replace' : 'merge')
          setChecked(null)
        }}
        choices={[
          { value: 'merge', label: words.modes.merge },
          { value: 'replace', label: words.modes.replace },
        ]}
      />
      {checked === null ? (
        <ActButton
          label={words.check}
          allowed={dataset.allowed?.import}
          onClick={() => void send(true)}
        />
      ) : (
        <>
          <p>{words.checked(checked.added, checked.changed, checked.removed, checked.kept)}</p>
          <div>
            <Button size="xs" loading={isSending} onClick={() => void send(false)}>
              {words.importNow}
            </Button>
          </div>
        </>
      )}
      {error !== null && <Failed error={error} />}
    </div>
  )
}
