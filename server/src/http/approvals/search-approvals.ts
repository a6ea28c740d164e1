import { approvalStatuses, searchApprovals } from '../../approvals/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { filter, given, searchSchema, unknownStatus } from '../query/sale-filters.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'
import { approvalSchema } from './approval.ts'
import { plainApprovalExample } from './examples.ts'
import { viewerOf } from './view-approval.ts'

const statusWanted = `one of ${approvalStatuses.join(', ')}`

export function addSearchApprovals(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/approvals',
    {
      config: {
        access: 'shared',
        refuses: [...pageErrors, tooLongParameter('status', 300), unknownStatus(approvalStatuses)],
      },
      schema: {
        ...searchSchema('searchApprovals', 'Search requests for approval', {
          status: filter(`One of ${approvalStatuses.join(', ')}.`),
          ...pageParameters,
        }),
        response: { 200: pageOf(approvalSchema, 'A page of requests.', [plainApprovalExample]) },
      },
    },
    async (request, reply) => {
      const page = readPage(request.query)
      const { account, livemode, limits } = callerOf(request)
      const written = given(request.query.status)
      const status = approvalStatuses.find((one) => one === written) ?? null
      if (written !== null && status === null) throw wrongParameter('status', statusWanted)
      const wanted = { accountId: account.id, livemode, limits, status, now: deps.clock() }
      const found = await searchApprovals(deps.db, wanted, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(await viewerOf(deps, found.rows))
    },
  )
}
