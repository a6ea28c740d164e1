import { managedDataset } from '../../management/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { named } from '../wire/schema.ts'
import { managedDatasetNotFound } from './dataset-errors.ts'
import { managedDatasetSchema, viewDataset, datasetParams } from './wire/dataset.ts'
import { managementErrors } from './errors.ts'

export function addShowDataset(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/datasets/:datasetKey',
    {
      config: { access: 'manage' },
      schema: {
        operationId: 'showManagedDataset',
        summary: 'View one of your datasets',
        description: 'With its fields, hidden ones included, and how many items it has.',
        tags: ['Management'],
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
}
