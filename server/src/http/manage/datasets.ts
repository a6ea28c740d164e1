import { Type } from 'typebox'
import { exportItems, searchDatasets } from '../../datasets/index.ts'
import { managedDataset } from '../../management/index.ts'
import { callerOf } from '../access.ts'
import type { BodyPace } from '../body-pace.ts'
import type { App, HttpDeps } from '../deps.ts'
import { named } from '../wire/schema.ts'
import { exportErrors, listDatasetsErrors, managedDatasetNotFound } from './dataset-errors.ts'
import { managedDatasetSchema, viewDataset } from './dataset-wire.ts'
import { managementErrors } from './errors.ts'
import { csvExample, datasetExample, jsonLinesExample } from './examples/datasets.ts'
import { addPageLinks, pageOf, pageParameters, readPage, wrong } from './page.ts'
import { sendText } from './send-text.ts'

export const datasetParams = Type.Object({
  datasetKey: Type.String({
    description: 'The key of the dataset, or its id.',
    examples: [datasetExample.key],
  }),
})

export function addDatasets(app: App, deps: HttpDeps, pace: BodyPace): void {
  const config = { access: 'manage' } as const
  const tags = ['Management']
  app.get(
    '/manage/datasets',
    {
      config,
      schema: {
        operationId: 'listDatasets',
        summary: 'List datasets',
        description:
          'The datasets of the insurer, newest first. The header `Link` leads to the next and ' +
          'previous page.',
        tags,
        querystring: Type.Object(pageParameters),
        response: {
          200: pageOf(managedDatasetSchema, 'A page of datasets.', [datasetExample]),
          ...managementErrors(...listDatasetsErrors),
        },
      },
    },
    async (request, reply) => {
      const page = readPage(request.query)
      const found = await searchDatasets(deps.db, callerOf(request).account.id, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewDataset)
    },
  )
  app.get(
    '/manage/datasets/:datasetKey',
    {
      config,
      schema: {
        operationId: 'showManagedDataset',
        summary: 'View one of your datasets',
        description: 'With its fields, hidden ones included, and how many items it has.',
        tags,
        params: datasetParams,
        response: {
          200: named(managedDatasetSchema),
          ...managementErrors(managedDatasetNotFound),
        },
      },
    },
    async (request) =>
      viewDataset(await managedDataset(deps.db, callerOf(request), request.params.datasetKey)),
  )
  addExportDataset(app, deps, pace)
}

const formats = {
  csv: { format: 'csv', mediaType: 'text/csv' },
  jsonl: { format: 'json_lines', mediaType: 'application/x-ndjson' },
} as const

function addExportDataset(app: App, deps: HttpDeps, pace: BodyPace): void {
  app.get(
    '/manage/datasets/:datasetKey/export',
    {
      config: { access: 'manage', share: 'exports' },
      schema: {
        operationId: 'exportDataset',
        summary: 'Export a dataset',
        description:
          'All items with all fields, in the order of their import. Importing the file again ' +
          'changes nothing. An import that comes meanwhile does not disturb it; a connection that ' +
          'ends before the last chunk means that something went wrong.',
        tags: ['Management'],
        params: datasetParams,
        querystring: Type.Object({
          format: Type.Optional(Type.String({ description: '`csv` (default) or `jsonl`.' })),
        }),
        response: {
          200: {
            description: 'The items.',
            content: {
              'text/csv': { schema: Type.String(), example: csvExample },
              'application/x-ndjson': { schema: Type.String(), example: jsonLinesExample },
            },
          },
          ...managementErrors(...exportErrors),
        },
      },
    },
    async (request, reply) => {
      const { format = 'csv' } = request.query
      if (format !== 'csv' && format !== 'jsonl') throw wrong('format', 'one of csv, jsonl')
      const dataset = await managedDataset(deps.db, callerOf(request), request.params.datasetKey)
      const { format: written, mediaType } = formats[format]
      const file = `${dataset.key}.${format}`
      return sendText(
        request,
        reply,
        { mediaType, file },
        exportItems(deps.db, dataset, written),
        pace,
      )
    },
  )
}
