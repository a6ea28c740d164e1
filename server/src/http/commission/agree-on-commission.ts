import { agreeOnCommission, agreementNotLater, earnings, payouts } from '../../commission/index.ts'
import { invalidData, parseDay } from '../../kernel/index.ts'
import { accountNotFound } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { agreeOnCommissionBody, commissionAgreementSchema, viewAgreement } from './commission.ts'
import { findDistributor } from './find-distributor.ts'

const notADay = { code: 'invalid_value', field: 'first_day', rules: ['iso_date'] } as const

export function addAgreeOnCommission(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/distributors/:distributorId/commission_agreements',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('A member of the body is missing or invalid.', {
            code: 'required',
            field: 'first_day',
            rules: ['required'],
          }),
          agreementNotLater,
          accountNotFound,
        ],
      },
      schema: {
        operationId: 'agreeOnCommission',
        summary: 'Agree on commission with a distributor',
        description:
          'Records what was agreed. A policy keeps the agreement of the day on which it was sold, ' +
          'for its whole life. Without an agreement no commission is posted. It holds in both modes.',
        tags: ['Management'],
        params: Type.Object({ distributorId: pathId('The distributor.', ids.distributor) }),
        body: named(agreeOnCommissionBody),
        response: { 200: named(commissionAgreementSchema) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { body } = request
      const firstDay = parseDay(body.first_day)
      if (firstDay === null) throw invalidData([notADay], null)
      const distributor = await findDistributor(deps, caller, request.params.distributorId)
      const terms = {
        firstDay,
        earned: wordOf(earnings, body.earned),
        liabilityMonths: body.liability_months ?? null,
        payout: wordOf(payouts, body.payout),
      }
      const replay = replayOf(reply, viewAgreement)
      return viewAgreement(await agreeOnCommission(deps, { caller, distributor, terms }, replay))
    },
  )
}

/** The schema lets no other through. */
function wordOf<Word extends string>(words: readonly Word[], text: string): Word {
  const word = words.find((one) => one === text)
  if (word === undefined) throw new Error(`"${text}" is none of ${words.join(', ')}`)
  return word
}
