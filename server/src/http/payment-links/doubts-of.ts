import type { FastifyRequest } from 'fastify'

/** Where a provider gives no answer, it is logged. */
export const doubtsOf = ({ log }: Pick<FastifyRequest, 'log'>) => ({
  onDoubt: (error: unknown) =>
    log.error({ err: error }, 'a response of a payment provider was lost'),
})
