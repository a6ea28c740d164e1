import type { App, HttpDeps } from '../../deps.ts'
import { named } from '../../wire/schema.ts'
import { readableDataset } from './readable-dataset.ts'
import { versionErrors } from './version-of.ts'
import { datasetPath, datasetSchema, tokenHeader, versionParameters } from './wire.ts'
import { datasetNotFound } from '../../../datasets/index.ts'
import { tokenMissing, tokenUnknown } from '../../../identity/index.ts'

export function addShowDataset(app: App, deps: HttpDeps): void {
  app.get(
    '/datasets/:datasetId',
    {
      config: {
        access: 'open',
        takesToken: true,
        refuses: [tokenMissing, tokenUnknown, datasetNotFound, ...versionErrors],
      },
      validatorCompiler: () => () => true, // Read and checked as that of the lists.
      schema: {
        operationId: 'showDataset',
        summary: 'View a dataset',
        description: 'The name of the dataset and the languages of its items.',
        tags: ['Data'],
        params: datasetPath,
        querystring: versionParameters,
        headers: tokenHeader,
        response: {
          200: named(datasetSchema),
        },
      },
    },
    async (request, reply) => {
      const { dataset } = await readableDataset(deps, request.params.datasetId, request, reply)
      return { id: dataset.id, name: dataset.name, languages: [...dataset.languages] }
    },
  )
}
