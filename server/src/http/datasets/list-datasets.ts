import { Type } from '../wire/type.ts'
import { searchDatasets } from '../../datasets/index.ts'
import { describeUses } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { managedDatasetSchema, viewDatasetFor } from './dataset.ts'
import { shownDatasetExample } from './examples.ts'
import { addPageLinks, pageOf, pageParameters, readPage, pageErrors } from '../query/page.ts'

export function addListDatasets(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/datasets',
    {
      config: { access: 'manage', refuses: pageErrors },
      schema: {
        operationId: 'listDatasets',
        summary: 'List datasets',
        description:
          'The datasets of the insurer, newest first. The header `Link` has the next and ' +
          'previous page.',
        tags: ['Management'],
        querystring: Type.Object(pageParameters),
        response: {
          200: pageOf(managedDatasetSchema, 'A page of datasets.', [shownDatasetExample]),
        },
      },
    },
    async (request, reply) => {
      const page = readPage(request.query)
      const found = await searchDatasets(deps.db, callerOf(request).account.id, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      const described = await describeUses(deps.db, callerOf(request), found.rows)
      return described.map((dataset) => viewDatasetFor(request, dataset))
    },
  )
}
