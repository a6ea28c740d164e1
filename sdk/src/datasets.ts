import type { Caller } from './caller.ts'
import type { Operations } from './generated.ts'
import type { CallOptions } from './operation.ts'
import type { UploadSource } from './upload-source.ts'

type Query = Operations['importDataset']['query']

/** The settings of an import. Omitted settings of an existing dataset stay as they are. */
export interface ImportOptions extends CallOptions {
  readonly format?: 'csv' | 'jsonl'
  readonly mode?: 'replace' | 'merge'
  /** The column that identifies an item; required for a new dataset. */
  readonly keyField?: string
  readonly name?: string
  readonly languages?: readonly string[]
  readonly access?: 'public' | 'locked'
  /** The full list of fields that front ends cannot read. */
  readonly hidden?: readonly string[]
  readonly types?: Readonly<Record<string, 'text' | 'number' | 'boolean' | 'date'>>
  /** The name of the file in problems. */
  readonly file?: string
  /** Reports what would change, without changing it. */
  readonly dryRun?: boolean
}

const mediaTypes = { csv: 'text/csv', jsonl: 'application/x-ndjson' } as const

/** The datasets of an insurer. `datasetKey` is the key of one, or its id. */
export function datasetsOf({ call, list, upload, download }: Caller) {
  return {
    list: ({ limit }: { readonly limit?: number } = {}, options?: CallOptions) =>
      list('listDatasets', {
        ...options,
        query: limit === undefined ? {} : { limit: String(limit) },
      }),
    get: (datasetKey: string, options?: CallOptions) =>
      call('showManagedDataset', { ...options, params: { datasetKey } }),
    /** Wrong lines reject with a BinderyError of kind `validation` that lists them as `problems`. */
    import: (datasetKey: string, source: UploadSource, options: ImportOptions = {}) => {
      const { format = 'csv', signal, requestId, ...settings } = options
      return upload(
        'importDataset',
        {
          params: { datasetKey },
          query: asQuery(settings),
          ...(signal === undefined ? {} : { signal }),
          ...(requestId === undefined ? {} : { requestId }),
        },
        { source, type: mediaTypes[format] },
      )
    },
    /** All items as CSV or JSON lines, in chunks. */
    export: (datasetKey: string, format: 'csv' | 'jsonl' = 'csv', options?: CallOptions) =>
      download('exportDataset', { ...options, params: { datasetKey }, query: { format } }),
  }
}

function asQuery(options: ImportOptions): NonNullable<Query> {
  const { mode, keyField, name, languages, access, hidden, types, file, dryRun } = options
  const typed = types && Object.entries(types).map(([field, type]) => `${field}:${type}`)
  const query = {
    mode,
    key_field: keyField,
    name,
    languages: languages?.join(','),
    access,
    hidden: hidden?.join(','),
    types: typed?.join(','),
    file,
    dry_run: dryRun === true ? 'true' : undefined,
  }
  // Undefined settings are not sent.
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}
