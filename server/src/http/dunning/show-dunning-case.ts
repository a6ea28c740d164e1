import { Type } from '../wire/type.ts'
import {
  caseNotFound,
  findCase,
  refusalOfLapseDecision,
  refusalOfLegalAction,
  selectLetters,
} from '../../dunning/index.ts'
import { selectPolicyholders } from '../../policies/index.ts'
import { callerOf } from '../access/access.ts'
import { viewAllowedOf } from '../access/allowed.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { shownDunningCaseSchema, viewShownDunningCase } from './dunning.ts'

export function addShowDunningCase(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/dunning/:caseId',
    {
      config: { access: 'shared', refuses: [caseNotFound] },
      schema: {
        operationId: 'showDunningCase',
        summary: 'View a dunning case',
        description:
          'The overdue amount, and every letter with its amounts. A distributor sees the cases of its ' +
          'own sales, so that it can help to save the contract.',
        tags: ['Management'],
        params: Type.Object({ caseId: pathId('The case.', ids.dunningCase) }),
        response: { 200: named(shownDunningCaseSchema) },
      },
    },
    async (request) => {
      const found = await findCase(deps.db, callerOf(request), request.params.caseId)
      const [letters, holders] = await Promise.all([
        selectLetters(deps.db, [found.id]),
        selectPolicyholders(deps.db, [found.policyId], deps.clock()),
      ])
      const acts = {
        record_legal_action: ['recordLegalAction', refusalOfLegalAction(found)],
        decide_lapse: ['decideLapse', refusalOfLapseDecision(found)],
      } as const
      return {
        ...viewShownDunningCase(found, letters, holders.get(found.policyId), deps.links),
        allowed: await viewAllowedOf(deps, request, acts, found),
      }
    },
  )
}
