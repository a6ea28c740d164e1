import { customerNotFound } from '../../parties/index.ts'
import { policyNotFound } from '../../policies/index.ts'
import { readNotes } from '../../tasks/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'
import { filter, filterLengthMax, given } from '../query/sale-filters.ts'
import { Type } from '../wire/type.ts'
import { noteExample } from './examples.ts'
import { noteSchema, viewerOfNotes } from './note.ts'

const oneWanted = 'a policy, or left out where customer_id is sent'

export function addListNotes(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/notes',
    {
      config: {
        access: 'manage',
        refuses: [
          ...pageErrors,
          tooLongParameter('policy_id', filterLengthMax),
          wrongParameter.listed({
            label: 'one_subject',
            when: 'Neither a policy nor a customer was sent, or both were.',
            example: ['policy_id', oneWanted],
          }),
          policyNotFound,
          customerNotFound,
        ],
      },
      schema: {
        operationId: 'listNotes',
        summary: 'List notes',
        description:
          'The notes on an offer or policy, or on a person under every id, newest first. The ' +
          'header `Link` has the next and previous page.',
        tags: ['Management'],
        querystring: Type.Object({
          policy_id: filter('The offer or policy.'),
          customer_id: filter('The customer, instead of a policy.'),
          ...pageParameters,
        }),
        response: { 200: pageOf(noteSchema, 'A page of notes.', [noteExample]) },
      },
    },
    async (request, reply) => {
      const { query } = request
      const page = readPage(query)
      const [policyId, customerId] = [given(query.policy_id), given(query.customer_id)]
      if ((policyId === null) === (customerId === null)) {
        throw wrongParameter('policy_id', oneWanted)
      }
      const found = await readNotes(deps, callerOf(request), { policyId, customerId }, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewerOfNotes(request))
    },
  )
}
