import type { App, HttpDeps } from '../deps.ts'
import { errorResponses } from '../wire/error.ts'
import { named } from '../wire/schema.ts'
import { readableDataset } from './readable-dataset.ts'
import {
  datasetNotFound,
  datasetPath,
  datasetSchema,
  tokenHeader,
  tokenMissing,
  tokenUnknown,
  versionErrors,
  versionParameters,
} from './wire.ts'

export function addShowDataset(app: App, deps: HttpDeps): void {
  app.get(
    '/datasets/:datasetId',
    {
      config: { access: 'open', takesToken: true },
      validatorCompiler: () => () => true, // Read and checked as that of the lists.
      schema: {
        operationId: 'showDataset',
        summary: 'View a dataset',
        description: 'What the dataset is called, and the languages that its items are in.',
        tags: ['Data'],
        params: datasetPath,
        querystring: versionParameters,
        headers: tokenHeader,
        response: {
          200: named(datasetSchema),
          ...errorResponses(tokenMissing, tokenUnknown, datasetNotFound, ...versionErrors),
        },
      },
    },
    async (request, reply) => {
      const { dataset } = await readableDataset(deps, request.params.datasetId, request, reply)
      return { id: dataset.id, name: dataset.name, languages: [...dataset.languages] }
    },
  )
}
