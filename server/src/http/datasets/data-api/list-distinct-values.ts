import type { App, HttpDeps } from '../../deps.ts'
import { pageLinks } from './page-links.ts'
import { listErrors } from './list-errors.ts'
import { readListRequest } from './read-list-request.ts'
import { readableDataset } from './readable-dataset.ts'
import { datasetPath, listParameters, tokenHeader, valuesPage } from './wire.ts'

export function addListDistinctValues(app: App, deps: HttpDeps): void {
  app.get(
    '/datasets/:datasetId/items_distinct_values',
    {
      config: {
        access: 'open',
        takesToken: true,
        refuses: listErrors,
      },
      validatorCompiler: () => () => true, // The parameters are JSON texts, read and checked below.
      schema: {
        operationId: 'listDistinctValues',
        summary: 'List the distinct values of a dataset',
        description:
          'Each combination of values of the requested fields once, with the first item ' +
          'that has it: for example the makes of all vehicles, then the models of one ' +
          'make. Sorted by these fields, with pages like the list of items.',
        tags: ['Data'],
        params: datasetPath,
        querystring: listParameters,
        headers: tokenHeader,
        response: {
          200: valuesPage,
        },
      },
    },
    async (request, reply) => {
      const open = await readableDataset(deps, request.params.datasetId, request, reply)
      const page = await deps.datasets.distinctValues(open, readListRequest(request.query))
      const path = `/datasets/${open.dataset.id}/items_distinct_values`
      const link = pageLinks(deps.links, path, request.query, page)
      if (link !== null) reply.header('link', link)
      return reply.type('application/json; charset=utf-8').send(page.json)
    },
  )
}
