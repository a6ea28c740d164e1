import { describeUses, managedDataset } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { shownDatasetExample } from './examples.ts'
import { managedDatasetSchema, viewDatasetFor, datasetParams, unknownDataset } from './dataset.ts'

export function addShowDataset(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/datasets/:datasetKey',
    {
      config: { access: 'manage', refuses: [unknownDataset] },
      schema: {
        operationId: 'showManagedDataset',
        summary: 'View one of your datasets',
        description: 'A dataset with its fields, including hidden ones, and its number of items.',
        tags: ['Management'],
        params: datasetParams,
        response: {
          200: exampled(named(managedDatasetSchema), 'The dataset.', shownDatasetExample),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const found = await managedDataset(deps.db, caller, request.params.datasetKey)
      const [described] = await describeUses(deps.db, caller, [found])
      if (described === undefined) throw new Error('what was found is described')
      return viewDatasetFor(request, described)
    },
  )
}
