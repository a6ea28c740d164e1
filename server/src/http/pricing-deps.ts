import type { FastifyRequest } from 'fastify'
import type { HttpDeps } from './deps.ts'

/** Whatever prices for a request writes down there what could not be calculated. */
export function pricingDeps(deps: HttpDeps, { log }: FastifyRequest) {
  return {
    ...deps,
    onCalculationFailed: (failure: object) => log.error(failure, 'a price could not be calculated'),
  }
}
