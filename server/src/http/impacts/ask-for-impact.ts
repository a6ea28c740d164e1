import type { Static } from 'typebox'
import { parseDay } from '../../kernel/index.ts'
import {
  type ImpactScope,
  askForImpact,
  bandsNotRising,
  bandsOfNoNumber,
  impactFieldUnknown,
  impactOfRater,
  scopeIncomplete,
  tooManyImpacts,
} from '../../impacts/index.ts'
import { productVersionNotFound } from '../../products/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { invalidMember } from '../reasons.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { askedImpactExample } from './examples.ts'
import { askForImpactBody, impactSchema, viewImpact } from './impact.ts'
import { readVersionId } from '../products/product.ts'

export function addAskForImpact(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/impacts',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('Members of the body are missing or not as described.', {
            code: 'required',
            field: 'product_version_id',
            rules: ['required'],
          }),
          bandsNotRising,
          bandsOfNoNumber,
          scopeIncomplete,
          productVersionNotFound,
          impactOfRater,
          impactFieldUnknown,
          tooManyImpacts,
        ],
      },
      schema: {
        operationId: 'askForImpact',
        summary: 'Ask what a version would do to the book',
        description:
          "Prices the answers of policies in the key's mode by this version, each on the pricing day that " +
          'its premium is of, and compares with that premium. A premium is what all payments of a ' +
          'year or term come to. It runs beside everything else, in a process of its own; one at a time, ' +
          'others wait. What is sold meanwhile is not looked at, and none is counted twice. Policies ' +
          'on test clocks are left out. Nothing of the book changes.',
        tags: ['Management'],
        body: named(askForImpactBody),
        response: { 202: exampled(named(impactSchema), 'It is asked for.', askedImpactExample) },
      },
    },
    async (request, reply) => {
      const { product_version_id, scope = {}, by = [], shares = true } = request.body
      const wish = {
        productVersionId: readVersionId(product_version_id),
        scope: readScope(scope),
        hasShares: shares,
        groupings: by.map(({ field, bands }) => ({ field, bands: bands ?? null })),
      }
      const replay = replayOf(reply, viewImpact, 202)
      const asked = await askForImpact(deps, callerOf(request), wish, replay)
      return reply.code(202).send(viewImpact(asked))
    },
  )
}

type WireScope = NonNullable<Static<typeof askForImpactBody>['scope']>

function readScope({ kind = 'in_force', from, to, days }: WireScope): ImpactScope {
  const isOfDays = from !== undefined || to !== undefined
  if (kind !== 'renewals' && isOfDays) throw scopeIncomplete('from and to are of renewals')
  if (kind !== 'quotes' && days !== undefined) throw scopeIncomplete('days are of quotes')
  if (kind === 'quotes') {
    if (days === undefined) throw scopeIncomplete('quotes need days, of how many')
    return { kind, days }
  }
  if (kind !== 'renewals') return { kind: 'in_force' }
  const [first, last] = [parseDay(from), parseDay(to)]
  if (first === null || last === null) {
    throw scopeIncomplete('renewals need from and to, as days such as 2027-03-01')
  }
  if (Temporal.PlainDate.compare(first, last) > 0) throw scopeIncomplete('from comes after to')
  return { kind, from: first.toString(), to: last.toString() }
}
