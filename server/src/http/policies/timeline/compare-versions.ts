import { Type } from '../../wire/type.ts'
import { todayIn } from '../../../kernel/index.ts'
import { momentOf } from '../../../deadlines/index.ts'
import { comparePolicyVersions, firstVersion, versionNeverHeld } from '../../../management/index.ts'
import { findPolicy, policyVersionNotFound } from '../../../policies/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { masksFor } from '../../masks/mask-answers.ts'
import { ids } from '../../wire/example-ids.ts'
import { named, pathId } from '../../wire/schema.ts'
import { unknownPolicy } from '../policy-summary.ts'
import { versionComparisonSchema, viewComparison } from './comparison.ts'

const versionText = (description: string) =>
  Type.Optional(Type.String({ maxLength: 100, description }))

export function addComparePolicyVersions(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/policies/:policyId/comparison',
    {
      config: {
        access: 'manage',
        refuses: [unknownPolicy, policyVersionNotFound, firstVersion, versionNeverHeld],
      },
      schema: {
        operationId: 'comparePolicyVersions',
        summary: 'Compare two versions of a policy',
        description:
          'The days on which two versions of a policy differ, with the fields that differ by ' +
          'their labels, and the price of each billing period in both.',
        tags: ['Management'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        querystring: Type.Object({
          from: versionText('The first version. Defaults to the version that `to` is based on.'),
          to: versionText('The second version. Defaults to the active version.'),
        }),
        response: { 200: named(versionComparisonSchema) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const policy = await findPolicy(deps.db, caller, request.params.policyId, deps.clock())
      const { now } = await momentOf(deps.db, deps.clock, policy)
      const version = await deps.catalogue.version(policy.productVersionId)
      if (version === undefined) throw new Error(`${policy.id} was sold on no version`)
      const { from = null, to = null } = request.query
      const today = todayIn(policy.timeZone, now)
      const compared = await comparePolicyVersions(deps, policy, { from, to }, today)
      const marks = await masksFor(deps, caller, policy)
      return viewComparison(policy, compared, version.definition, marks)
    },
  )
}
