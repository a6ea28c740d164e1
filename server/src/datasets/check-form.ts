import type { Problem } from '../kernel/index.ts'
import { layoutOf, tableColumns } from './content.ts'
import type { Dataset } from './dataset.ts'
import { ImportRefused } from './import-refused.ts'

const fieldLettersMax = 100
/**
 * A PostgreSQL row must fit on one page: with more columns even references to long texts do not.
 */
const columnsMax = 450

/** Names that reach into JavaScript's own objects. */
const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Refuses a file whose columns cannot become the fields of a dataset, before any item is read. */
export function assertForm(
  { keyField, fields, languages }: Pick<Dataset, 'keyField' | 'fields' | 'languages'>,
  translatedFields: ReadonlySet<string>,
  file: string,
): void {
  const problems: Problem[] = []
  const refuse = (message: string, fix: string) => {
    problems.push({ file, place: 'line 1', message, fix })
  }
  if (fields.length === 0) refuse('The file has no items.', 'Send at least one.')
  else if (!fields.some(({ name }) => name === keyField)) {
    refuse(`The key column ${keyField} is missing.`, 'Add it, or name another key.')
  }
  for (const { name } of fields) {
    const shown = JSON.stringify(name.slice(0, fieldLettersMax))
    if (reserved.has(name)) refuse(`A field cannot be called ${shown}.`, 'Choose another name.')
    else if (name.length > fieldLettersMax) {
      refuse(`The name ${shown} is too long.`, `Use at most ${fieldLettersMax} characters.`)
    } else if (/\p{Cc}/u.test(name)) {
      refuse(`The name ${shown} has a control character.`, 'Remove it.')
    }
  }
  const columns = tableColumns(layoutOf({ fields, languages }, translatedFields)).length
  if (columns > columnsMax) {
    refuse('The dataset has too many fields.', 'Split the dataset, or use fewer languages.')
  }
  if (problems.length > 0) throw new ImportRefused(problems)
}
