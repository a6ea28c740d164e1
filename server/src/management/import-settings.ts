import type { Dataset, DatasetField, FieldType, FileImport } from '../datasets/index.ts'
import {
  keyFieldMissing,
  mergeByAnotherKey,
  mergeChangesSettings,
  noSuchColumn,
} from './reasons.ts'

/** The settings of a dataset that an import may change. Omitted settings stay as they are. */
export interface ImportSettings {
  readonly name?: string
  readonly languages?: readonly string[]
  readonly access?: Dataset['access']
  readonly keyField?: string
  /** Exactly the fields that front ends must not see. */
  readonly hidden?: readonly string[]
  readonly types?: ReadonlyMap<string, FieldType>
}

const languagesDefault = ['en']
/** A dataset is for the insurer alone until it is made public. */
const accessDefault = 'locked'

type Settled = Pick<
  FileImport,
  'name' | 'languages' | 'access' | 'keyField' | 'fields' | 'hiddenFields' | 'knownFields'
>

/** Fills in omitted settings: from the dataset where it exists, else the defaults. */
export function settle(key: string, given: ImportSettings, existing: Dataset | undefined): Settled {
  const keyField = given.keyField ?? existing?.keyField
  if (keyField === undefined) {
    throw keyFieldMissing(key)
  }
  const hidden = given.hidden ?? (existing?.fields ?? []).filter((one) => one.hidden).map(nameOf)
  return {
    name: given.name ?? existing?.name ?? key,
    languages: given.languages ?? existing?.languages ?? languagesDefault,
    access: given.access ?? existing?.access ?? accessDefault,
    keyField,
    fields: null,
    hiddenFields: hidden,
    knownFields: knownFields(given, existing, new Set(hidden)),
  }
}

function knownFields(
  { types = new Map() }: ImportSettings,
  existing: Dataset | undefined,
  hidden: ReadonlySet<string>,
): DatasetField[] {
  const known = new Map((existing?.fields ?? []).map(({ name, type }) => [name, type]))
  return [...new Map([...known, ...types])].map(([name, type]) => {
    return { name, type, hidden: hidden.has(name) }
  })
}

/** A merge keeps the settings of the dataset; to change them, replace the content. */
export function assertMerges(given: ImportSettings, existing: Dataset): void {
  const { keyField, ...others } = given
  const [other] = Object.entries(others).filter(([, value]) => value !== undefined)
  if (other !== undefined) {
    throw mergeChangesSettings(other[0])
  }
  if (keyField !== undefined && keyField !== existing.keyField) {
    throw mergeByAnotherKey(existing.key, existing.keyField)
  }
}

/** Names that no column has are spelling mistakes, and a hidden field must not be missed. */
export function assertNamed(given: ImportSettings, fields: readonly DatasetField[]): void {
  const names = new Set(fields.map(nameOf))
  const stray = (list: Iterable<string>) => [...list].find((name) => !names.has(name))
  const hidden = stray(given.hidden ?? [])
  if (hidden !== undefined) throw noSuchColumn('hidden', hidden)
  const typed = stray(given.types?.keys() ?? [])
  if (typed !== undefined) throw noSuchColumn('types', typed)
}

function nameOf({ name }: DatasetField): string {
  return name
}
