import { selectMassEndorsements } from '../../mass-endorsements/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { scopeOf } from '../query/sale-filters.ts'
import { Type } from '../wire/type.ts'
import { previewedExample } from './examples.ts'
import { massEndorsementSchema, viewMassEndorsement } from './mass-endorsement.ts'

export function addListMassEndorsements(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/mass_endorsements',
    {
      config: { access: 'manage', refuses: pageErrors },
      schema: {
        operationId: 'listMassEndorsements',
        summary: 'List mass endorsements',
        description:
          'The mass endorsements in the mode of the key, newest first. The header `Link` has the ' +
          'next and previous page.',
        tags: ['Management'],
        querystring: Type.Object(pageParameters),
        response: {
          200: pageOf(massEndorsementSchema, 'A page of mass endorsements.', [previewedExample]),
        },
      },
    },
    async (request, reply) => {
      const page = readPage(request.query)
      const found = await selectMassEndorsements(deps.db, scopeOf(callerOf(request)), page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewMassEndorsement)
    },
  )
}
