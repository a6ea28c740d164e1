import { Type } from '../wire/type.ts'
import { isId } from '../../kernel/index.ts'
import { findPortfolioCheck, portfolioCheckNotFound } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId } from '../wire/schema.ts'
import { portfolioCheckExample, portfolioCheckIds } from './examples.ts'
import { portfolioCheckSchema, viewPortfolioCheck } from './portfolio-check.ts'

export function addShowPortfolioCheck(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/portfolio_checks/:checkId',
    {
      config: { access: 'manage', refuses: [portfolioCheckNotFound] },
      schema: {
        operationId: 'showPortfolioCheck',
        summary: 'View a portfolio check',
        description: 'The progress of a portfolio check, and its findings.',
        tags: ['Management'],
        params: Type.Object({ checkId: pathId('The check.', portfolioCheckIds.check) }),
        response: {
          200: exampled(named(portfolioCheckSchema), 'The report so far.', portfolioCheckExample),
        },
      },
    },
    async (request) => {
      const { checkId } = request.params
      if (!isId('chk', checkId)) {
        throw portfolioCheckNotFound(checkId)
      }
      return viewPortfolioCheck(await findPortfolioCheck(deps.db, callerOf(request), checkId))
    },
  )
}
