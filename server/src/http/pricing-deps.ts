import type { FastifyRequest } from 'fastify'
import { type PriceOutOfRange, reportPriceOutOfRange } from '../quotes/index.ts'
import { callerOf } from './access/access.ts'
import type { HttpDeps } from './deps.ts'

/**
 * The dependencies of pricing: failed calculations are logged with the request and its caller, and
 * the insurer is informed of prices above the limit.
 */
export function pricingDeps(deps: HttpDeps, request: FastifyRequest) {
  const { log } = request
  const { account, keyKind, livemode } = callerOf(request)
  return {
    ...deps,
    askedBy: keyKind === 'secret' ? account.id : null,
    onCalculationFailed: failureLog(request),
    onPriceOutOfRange: async (found: PriceOutOfRange) => {
      log.warn(found, 'a price is above the largest amount')
      await reportPriceOutOfRange(deps, { ...found, livemode })
    },
  }
}

/** The same where nobody may have to be known: a customer needs no key for the link of a notice. */
export function failureLog({ log }: FastifyRequest): (failure: object) => void {
  return (failure) => log.error(failure, 'a price could not be calculated')
}
