import { parseDay } from '../../kernel/index.ts'
import { searchTasks, seeingPolicies, seenCustomer, taskStates } from '../../tasks/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'
import { filter, filterLengthMax, given, readStatus, unknownStatus } from '../query/sale-filters.ts'
import { Type } from '../wire/type.ts'
import { taskExample } from './examples.ts'
import { taskSchema, viewerOfTasks } from './task.ts'

const dayWanted = 'a date such as 2027-01-31'

export function addListTasks(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/tasks',
    {
      config: {
        access: 'manage',
        refuses: [
          ...pageErrors,
          tooLongParameter('assignee_id', filterLengthMax),
          unknownStatus(taskStates),
          wrongParameter.listed({
            label: 'not_a_date',
            when: '`due_until` is no date.',
            example: ['due_until', dayWanted],
          }),
        ],
      },
      schema: {
        operationId: 'listTasks',
        summary: 'List tasks',
        description:
          'Newest first. Tasks about policies and customers that you may not see are left out. The header `Link` ' +
          'has the next and previous page.',
        tags: ['Management'],
        querystring: Type.Object({
          assignee_id: filter(
            'Of this person. `me` is you, `nobody` finds tasks without a person.',
          ),
          status: filter(`One of ${taskStates.join(', ')}.`),
          due_until: filter('Due on this day or earlier.'),
          policy_id: filter('About this offer or policy.'),
          customer_id: filter('About this customer.'),
          ...pageParameters,
        }),
        response: { 200: pageOf(taskSchema, 'A page of tasks.', [taskExample]) },
      },
    },
    async (request, reply) => {
      const { query } = request
      const caller = callerOf(request)
      const page = readPage(query)
      const due = given(query.due_until)
      const dueUntil = due === null ? null : parseDay(due)
      if (due !== null && dueUntil === null) throw wrongParameter('due_until', dayWanted)
      const customer = given(query.customer_id)
      const wanted = {
        accountId: caller.account.id,
        livemode: caller.livemode,
        seenBy: { actorId: caller.actor.id, policyLimits: seeingPolicies(caller).limits },
        assigneeId: readAssignee(given(query.assignee_id), caller.actor.id),
        state: readStatus(query.status, taskStates),
        dueUntil,
        policyId: given(query.policy_id),
        customerIds:
          customer === null ? null : ((await seenCustomer(deps, caller, customer)) ?? []),
      }
      const found = await searchTasks(deps.db, wanted, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewerOfTasks(request))
    },
  )
}

function readAssignee(text: string | null, me: string): string | null {
  if (text === 'me') return me
  return text === 'nobody' ? '' : text
}
