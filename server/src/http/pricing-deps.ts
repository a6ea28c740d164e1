import type { FastifyRequest } from 'fastify'
import { callerOf } from './access/access.ts'
import type { HttpDeps } from './deps.ts'

/** The dependencies of pricing: failed calculations are logged with the request and its caller. */
export function pricingDeps(deps: HttpDeps, request: FastifyRequest) {
  const { log } = request
  const { account, keyKind } = callerOf(request)
  return {
    ...deps,
    askedBy: keyKind === 'secret' ? account.id : null,
    onCalculationFailed: (failure: object) => log.error(failure, 'a price could not be calculated'),
  }
}
