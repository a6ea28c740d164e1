import { type Json, parseDay } from '../../kernel/index.ts'
import type { DatasetFieldDefinition } from '../product-definition.ts'
import { quoted } from './part.ts'

/** How a mistake in a CSV file is noted: its place, what is wrong, and the fix. */
export type Refuse = (place: string, message: string, fix: string) => void

const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** One cell as the type of its field; an empty cell is null. */
export function readCell(
  type: DatasetFieldDefinition['type'],
  written: string,
  place: string,
  refuse: Refuse,
): Json {
  const text = written.trim()
  if (text === '') return null
  const { read, wanted, fix } = cellTypes[type]
  const value = read(text)
  if (value === null) refuse(place, `${quoted(text)} is ${wanted}.`, fix)
  return value
}

interface CellType {
  readonly read: (text: string) => Json
  readonly wanted: string
  readonly fix: string
}

const cellTypes: Readonly<Record<DatasetFieldDefinition['type'], CellType>> = {
  text: { read: (text) => text, wanted: 'not a text', fix: 'Write a text.' },
  number: {
    read: (text) => (decimal.test(text) ? Number(text) : null),
    wanted: 'not a number',
    fix: 'Write digits with a point, such as 1234.5.',
  },
  boolean: {
    read: (text) => (text === 'true' ? true : text === 'false' ? false : null),
    wanted: 'neither true nor false',
    fix: 'Write true or false.',
  },
  date: {
    read: (text) => (parseDay(text) === null ? null : text),
    wanted: 'not a date',
    fix: 'Write it as YYYY-MM-DD.',
  },
}
