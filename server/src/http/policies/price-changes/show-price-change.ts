import { Type } from '../../wire/type.ts'
import {
  type WhyItChanged,
  firstVersion,
  historyLanguage,
  priceMovedOn,
  pricedOutside,
  explainWhy,
  versionNeverHeld,
  whyItChanged,
} from '../../../management/index.ts'
import { findPolicy, policyNotFound, policyVersionNotFound } from '../../../policies/index.ts'
import {
  findRenewal,
  notOfferedYet,
  notToBeRenewed,
  renewalTokenUnknown,
} from '../../../renewals/index.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { invalidMember } from '../../reasons.ts'
import { type MarkedFields, maskData } from '../../../masks/index.ts'
import { masksFor } from '../../masks/mask-answers.ts'
import { preferredLanguages } from '../../headers/preferred-languages.ts'
import { priceChangeSchema, viewPriceChange } from './price-change.ts'
import { named } from '../../wire/schema.ts'
import { askerOf, noticeQuery, renewalParams } from '../../renewals/renewal-request.ts'

const versionText = (description: string) =>
  Type.Optional(Type.String({ maxLength: 100, description }))

export function addShowPriceChange(app: App, deps: HttpDeps): void {
  app.get(
    '/policies/:policyId/why',
    {
      config: {
        access: 'secret',
        opensByToken: true,
        refuses: [
          invalidMember('`view` is neither `insurer` nor `customer`.', {
            code: 'invalid_value',
            field: 'view',
            rules: ['in'],
            params: { in: ['insurer', 'customer'] },
          }),
          policyNotFound,
          policyVersionNotFound,
          renewalTokenUnknown,
          notOfferedYet,
          notToBeRenewed,
          firstVersion,
          versionNeverHeld,
          pricedOutside,
          priceMovedOn,
        ],
      },
      schema: {
        operationId: 'showPriceChange',
        summary: 'View why the price of a policy changed',
        description:
          'The difference between two prices of a policy, split into shares by cause that ' +
          'add up to it. Both prices are recalculated from their own answers and versions. ' +
          'By default it explains the last change: the offered renewal, otherwise the last ' +
          'transaction that changed the price.\n\nThe secret key of the insurer gets every ' +
          'cell of the pricing. A distributor, or a customer with the token in the link of ' +
          'the renewal notice, gets the view for customers, which combines the tariff in ' +
          'one share. With the token, the change is always that of the renewal.',
        tags: ['Policies'],
        params: renewalParams,
        querystring: Type.Object({
          from: versionText(
            'The version of the policy with the first price. Defaults to the version that ' +
              '`to` is based on.',
          ),
          to: versionText(
            'The version with the second price, or `renewal` for the next term. Defaults ' +
              'to the active version.',
          ),
          view: Type.Optional(
            Type.String({
              enum: ['insurer', 'customer'],
              default: 'insurer',
              description: 'The view. Use `customer` to pass the explanation on to a customer.',
            }),
          ),
          language: Type.Optional(
            Type.String({
              maxLength: 35,
              description:
                'The language of the sentences, such as `de`. Defaults to `Accept-Language`.',
            }),
          ),
          ...noticeQuery.properties,
        }),
        response: { 200: named(priceChangeSchema) },
      },
    },
    async (request) => {
      const asker = askerOf(request)
      const { policyId } = request.params
      const { from = null, to = null, view, language } = request.query
      const isCustomer = 'token' in asker
      const policy = isCustomer
        ? (await findRenewal(deps.db, asker, policyId, deps.clock())).policy
        : await findPolicy(deps.db, asker.caller, policyId, deps.clock())
      const wanted = isCustomer ? { from: null, to: 'renewal' } : { from, to }
      const isInsurer = !isCustomer && asker.caller.account.kind === 'insurer'
      const audience = isInsurer && view !== 'customer' ? 'insurer' : 'customer'
      const why = await whyItChanged(deps, policy, wanted)
      const wantedLanguages = language === undefined ? preferredLanguages(request) : [language]
      const marks = isCustomer ? null : await masksFor(deps, asker.caller, policy)
      const shownTo = marks !== null && hasMarkedAnswers(why, marks) ? 'customer' : audience
      const explained = explainWhy(why, historyLanguage(wantedLanguages), shownTo, marks)
      return viewPriceChange(policy, why, explained, audience)
    },
  )
}

/** The row of a table that a price comes from can give an answer away. */
function hasMarkedAnswers({ before, after }: WhyItChanged, marks: MarkedFields): boolean {
  return [before, after].some(({ quote }) => maskData(marks, quote.customerInput).masked.length > 0)
}
