import type { App, HttpDeps } from '../../deps.ts'
import { pageLinks } from './page-links.ts'
import { listErrors } from './list-errors.ts'
import { readListRequest } from './read-list-request.ts'
import { readableDataset } from './readable-dataset.ts'
import { datasetPath, itemsPage, listParameters, tokenHeader } from './wire.ts'

export function addListItems(app: App, deps: HttpDeps): void {
  app.get(
    '/datasets/:datasetId/dataset_items',
    {
      config: {
        access: 'open',
        takesToken: true,
        refuses: listErrors,
      },
      validatorCompiler: () => () => true, // The parameters are JSON texts, read and checked below.
      schema: {
        operationId: 'listDatasetItems',
        summary: 'List the items of a dataset',
        description:
          'Searches, sorts and pages the items, for dropdowns with search. The header ' +
          '`Link` has the next and the previous page. Walking all pages shows every item ' +
          'once.',
        tags: ['Data'],
        params: datasetPath,
        querystring: listParameters,
        headers: tokenHeader,
        response: {
          200: itemsPage,
        },
      },
    },
    async (request, reply) => {
      const open = await readableDataset(deps, request.params.datasetId, request, reply)
      const page = await deps.datasets.items(open, readListRequest(request.query))
      const path = `/datasets/${open.dataset.id}/dataset_items`
      const link = pageLinks(deps.links, path, request.query, page)
      if (link !== null) reply.header('link', link)
      return reply.type('application/json; charset=utf-8').send(page.json)
    },
  )
}
