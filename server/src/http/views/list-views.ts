import { selectViews, viewedLists } from '../../saved-views/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'
import { filter, filterLengthMax, given } from '../query/sale-filters.ts'
import { named } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { newViewExample } from './examples.ts'
import { savedViewSchema, viewerOfViews } from './view.ts'

const listWanted = `one of ${viewedLists.join(', ')}`

export function addListViews(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/views',
    {
      config: {
        access: 'manage',
        refuses: [
          tooLongParameter('list', filterLengthMax),
          wrongParameter.listed({
            label: 'unknown_list',
            when: 'There is no such list.',
            example: ['list', listWanted],
          }),
        ],
      },
      schema: {
        operationId: 'listViews',
        summary: 'List saved views',
        description: 'Your views and those that others share, by list and name.',
        tags: ['Management'],
        querystring: Type.Object({ list: filter(`Of this list: ${viewedLists.join(', ')}.`) }),
        response: {
          200: {
            description: 'The views.',
            content: {
              'application/json': {
                schema: Type.Array(named(savedViewSchema)),
                example: [newViewExample],
              },
            },
          },
        },
      },
    },
    async (request) => {
      const { account, livemode, actor } = callerOf(request)
      const list = given(request.query.list)
      if (list !== null && !viewedLists.some((one) => one === list)) {
        throw wrongParameter('list', listWanted)
      }
      const wanted = { accountId: account.id, livemode, ownerId: actor.id, list }
      return (await selectViews(deps.db, wanted)).map(viewerOfViews(request))
    },
  )
}
