import type { FastifyRequest } from 'fastify'
import { callerOf } from './access/access.ts'
import type { HttpDeps } from './deps.ts'

/** Whatever prices for a request writes down there what could not be calculated, and who asked. */
export function pricingDeps(deps: HttpDeps, request: FastifyRequest) {
  const { log } = request
  const { account, keyKind } = callerOf(request)
  return {
    ...deps,
    askedBy: keyKind === 'secret' ? account.id : null,
    onCalculationFailed: (failure: object) => log.error(failure, 'a price could not be calculated'),
  }
}
