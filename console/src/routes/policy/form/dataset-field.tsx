import { nameOf } from '@bindery/checkout/form/entry-name'
import type { Field } from '@bindery/checkout/form/field'
import { Select } from '@mantine/core'
import { useEffect, useState } from 'react'
import { openClient } from '../../../api/client.ts'

const lettersMin = 2
const settleMs = 120
const entriesMax = 20

interface Entry {
  readonly id: string
  readonly name: string
}

/** Finds an entry of a public dataset while its name is typed. */
export function DatasetField({
  field,
  language,
  common,
  nothing,
  chosenId,
  onChoose,
}: {
  readonly field: Field
  readonly language: string
  readonly common: {
    readonly label: string
    readonly value: string
    readonly error: string | undefined
    readonly description?: string
  }
  readonly nothing: string
  readonly chosenId: string | null
  readonly onChoose: (entry: Entry | null) => void
}) {
  const { value: chosenName, ...shown } = common
  const [typed, setTyped] = useState(chosenName)
  const [found, setFound] = useState<readonly Entry[]>([])
  const { dataset_id: datasetId, dataset_fields: names } = field.question
  useEffect(() => {
    if (datasetId === null || typed.trim().length < lettersMin || typed === chosenName) {
      return undefined
    }
    const asking = new AbortController()
    const timer = setTimeout(() => {
      openClient
        .call('listDatasetItems', {
          params: { datasetId },
          query: { search: typed.trim(), language, limit: String(entriesMax) } as never,
          signal: asking.signal,
        })
        .then((items) => {
          const entries = (items as unknown as readonly { id: string; value: object }[]).map(
            ({ id, value }) => {
              const { name, detail } = nameOf(value as Readonly<Record<string, unknown>>, names)
              return { id, name: detail === '' ? name : `${name}, ${detail}` }
            },
          )
          setFound(entries)
        })
        .catch((error: unknown) => {
          if (!asking.signal.aborted) throw error
        })
    }, settleMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [typed, datasetId])
  const chosen = chosenId === null ? [] : [{ value: chosenId, label: chosenName }]
  const options = found.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      {...shown}
      searchable
      clearable={!field.isRequired}
      value={chosenId}
      searchValue={typed}
      onSearchChange={setTyped}
      data={[
        ...chosen.filter(({ value }) => options.every((one) => one.value !== value)),
        ...options,
      ]}
      filter={({ options: all }) => all}
      nothingFoundMessage={nothing}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      onChange={(id) => onChoose(found.find((one) => one.id === id) ?? null)}
    />
  )
}
