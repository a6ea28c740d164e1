import { Type } from 'typebox'
import { searchEvents } from '../../events/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { eventSchema, viewEvent } from './wire/event.ts'
import { eventsExample } from './examples/sales.ts'
import { addPageLinks, pageOf, pageParameters, readPage, pageErrors } from './query/page.ts'

export function addListEvents(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/events',
    {
      config: { access: 'manage', refuses: pageErrors },
      schema: {
        operationId: 'listEvents',
        summary: 'List events',
        description:
          'What happened to sales and products, newest first. The header `Link` leads to the next ' +
          'and previous page.',
        tags: ['Management'],
        querystring: Type.Object({
          ...pageParameters,
          subject_id: Type.Optional(
            Type.String({ description: 'Of this policy, payment or product.' }),
          ),
          type: Type.Optional(Type.String({ description: 'Of this type.' })),
        }),
        response: {
          200: pageOf(eventSchema, 'A page of events.', eventsExample),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const page = readPage(request.query)
      const { subject_id: subjectId = null, type = null } = request.query
      const search = { insurerId: caller.account.id, livemode: caller.livemode, subjectId, type }
      const found = await searchEvents(deps.db, search, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewEvent)
    },
  )
}
