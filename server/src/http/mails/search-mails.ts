import { deliveries, mailStates, searchMails } from '../../mail/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'
import { filter, given, scopeOf, searchSchema } from '../query/sale-filters.ts'
import { mailExample } from './examples.ts'
import { mailSchema, viewMail } from './mail.ts'

const deliveryWanted = `one of ${deliveries.join(', ')}`
const stateWanted = `one of ${mailStates.join(', ')}`

export function addSearchMails(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/mails',
    {
      config: {
        access: 'manage',
        refuses: [
          ...pageErrors,
          tooLongParameter('state', 300),
          wrongParameter.listed({
            label: 'unknown_state',
            when: 'The state is unknown.',
            example: ['state', stateWanted],
          }),
          wrongParameter.listed({
            label: 'unknown_delivery',
            when: 'The delivery is unknown.',
            example: ['delivery', deliveryWanted],
          }),
        ],
      },
      schema: {
        ...searchSchema('searchMails', 'Search mails', {
          state: filter(`One of ${mailStates.join(', ')}.`),
          delivery: filter(`What reports say: ${deliveries.join(' or ')}.`),
          policy_id: filter('About this policy.'),
          event_id: filter('Sent by this event.'),
          ...pageParameters,
        }),
        response: { 200: pageOf(mailSchema, 'A page of mails.', [mailExample]) },
      },
    },
    async (request, reply) => {
      const { query } = request
      const page = readPage(query)
      const state = given(query.state)
      if (state !== null && !mailStates.some((one) => one === state)) {
        throw wrongParameter('state', stateWanted)
      }
      const delivery = given(query.delivery)
      if (delivery !== null && !deliveries.some((one) => one === delivery)) {
        throw wrongParameter('delivery', deliveryWanted)
      }
      const found = await searchMails(
        deps.db,
        {
          ...scopeOf(callerOf(request)),
          state,
          delivery,
          policyId: given(query.policy_id),
          eventId: given(query.event_id),
        },
        page,
      )
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewMail)
    },
  )
}
