import { Type } from '../wire/type.ts'
import { exportItems } from '../../datasets/index.ts'
import { managedDataset } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { BodyPace } from '../../settings/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { csvExample, jsonLinesExample } from './examples.ts'
import { sendText } from '../body/send-text.ts'
import { datasetParams, unknownDataset } from './dataset.ts'
import { wrongParameter } from '../query/reasons.ts'

const formats = {
  csv: { format: 'csv', mediaType: 'text/csv' },
  jsonl: { format: 'json_lines', mediaType: 'application/x-ndjson' },
} as const
const oneOfThem = `one of ${Object.keys(formats).join(', ')}`

export function addExportDataset(app: App, deps: HttpDeps, pace: BodyPace): void {
  app.get(
    '/manage/datasets/:datasetKey/export',
    {
      config: {
        access: 'manage',
        expensive: 'exports',
        refuses: [
          unknownDataset,
          wrongParameter.listed({
            label: 'format',
            when: 'The format is unknown.',
            example: ['format', oneOfThem],
          }),
        ],
      },
      schema: {
        operationId: 'exportDataset',
        summary: 'Export a dataset',
        description:
          'All items with all fields, in the order of their import. Importing the file ' +
          'again changes nothing. An import in the meantime does not affect the export. A ' +
          'connection that ends before the last chunk means that the export failed.',
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
        },
      },
    },
    async (request, reply) => {
      const { format = 'csv' } = request.query
      if (format !== 'csv' && format !== 'jsonl') throw wrongParameter('format', oneOfThem)
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
