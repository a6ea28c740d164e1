import type { Static } from 'typebox'
import { parseDay } from '../../kernel/index.ts'
import {
  type ImpactScope,
  askForImpact,
  bandsNotRising,
  bandsOfNoNumber,
  impactFieldSensitive,
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
import { askForImpactBody, impactSchema, viewImpactFor } from './impact.ts'
import { readVersionId } from '../products/product.ts'

export function addAskForImpact(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/impacts',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('A member of the body is missing or invalid.', {
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
          impactFieldSensitive,
          tooManyImpacts,
        ],
      },
      schema: {
        operationId: 'askForImpact',
        summary: 'Start an impact analysis',
        description:
          'Prices the policies in the mode of the key with this version, each on the ' +
          'pricing date of its current premium, and compares the result with that premium. ' +
          'The premium is the sum of all payments of a year or term. The analysis runs in ' +
          'its own process, one at a time; others wait. Policies sold in the meantime are ' +
          'left out, and so are policies on test clocks. Nothing in the portfolio changes.',
        tags: ['Management'],
        body: named(askForImpactBody),
        response: {
          202: exampled(named(impactSchema), 'The analysis is queued.', askedImpactExample),
        },
      },
    },
    async (request, reply) => {
      const { product_version_id, scope = {}, by = [], shares = true } = request.body
      const wanted = {
        productVersionId: readVersionId(product_version_id),
        scope: readScope(scope),
        hasShares: shares,
        groupings: by.map(({ field, bands }) => ({ field, bands: bands ?? null })),
      }
      const caller = callerOf(request)
      const view = viewImpactFor(caller)
      const replay = replayOf(reply, view, 202)
      return reply.code(202).send(view(await askForImpact(deps, caller, wanted, replay)))
    },
  )
}

type WireScope = NonNullable<Static<typeof askForImpactBody>['scope']>

function readScope({ kind = 'in_force', from, to, days }: WireScope): ImpactScope {
  const isOfDays = from !== undefined || to !== undefined
  if (kind !== 'renewals' && isOfDays) throw scopeIncomplete('send from and to only with renewals')
  if (kind !== 'quotes' && days !== undefined) throw scopeIncomplete('send days only with quotes')
  if (kind === 'quotes') {
    if (days === undefined) throw scopeIncomplete('quotes need days, the number of days')
    return { kind, days }
  }
  if (kind !== 'renewals') return { kind: 'in_force' }
  const [first, last] = [parseDay(from), parseDay(to)]
  if (first === null || last === null) {
    throw scopeIncomplete('renewals need from and to, as dates such as 2027-03-01')
  }
  if (Temporal.PlainDate.compare(first, last) > 0) throw scopeIncomplete('from is later than to')
  return { kind, from: first.toString(), to: last.toString() }
}
