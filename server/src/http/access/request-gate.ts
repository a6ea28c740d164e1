import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/index.ts'
import type { Authenticator, Caller, TokenHolder } from '../../identity/index.ts'
import type { Limits, TrustedProxies } from '../../settings/index.ts'
import { clientAddress, countedAs } from '../connection/client-address.ts'
import { readCredentials } from './credentials.ts'
import { addressTooOften, keyTooOften, tokenTooOften, tooManyFailures } from '../reasons.ts'
import { RateLimited, createRateLimiter, rateHeaders } from './rate-limit.ts'

/**
 * Whoever asks passes here, and is counted: who shows a key by the key, who shows none by its
 * address, and who shows a wrong one by its address too, so that guessing ends soon.
 */
export interface RequestGate {
  /** Counts somebody who needs no key. */
  passOpen(request: FastifyRequest, reply: FastifyReply): void
  /** Health probes have a count of their own, so that no other traffic of an address ends them. */
  passProbe(request: FastifyRequest, reply: FastifyReply): void
  passWithKey(request: FastifyRequest, reply: FastifyReply): Promise<Caller>
  /** Counts somebody who may show an access token, by the token where it is right. */
  passReader(request: FastifyRequest, reply: FastifyReply, token: string | null): Promise<Reader>
}

/** Who reads data: whoever holds a token, or somebody whose token is wrong, or anybody. */
export type Reader =
  | { readonly holder: TokenHolder; readonly refusal: null }
  | { readonly holder: null; readonly refusal: Refusal | null }

export function createRequestGate(
  authenticator: Authenticator,
  limits: Limits,
  trusts: TrustedProxies,
): RequestGate {
  const limiter = (perMinuteMax: number, refuse: typeof keyTooOften) =>
    createRateLimiter({ perMinuteMax, refuse })
  const keys = limiter(limits.requestsPerMinuteMax, keyTooOften)
  const tokens = limiter(limits.requestsPerMinuteMax, tokenTooOften)
  const open = limiter(limits.openRequestsPerMinuteMax, addressTooOften)
  const probes = limiter(limits.openRequestsPerMinuteMax, addressTooOften)
  const failures = limiter(limits.failuresPerMinuteMax, tooManyFailures)
  const addressOf = (request: FastifyRequest) => countedAs(clientAddress(request.raw, trusts))

  /** An address is counted by what is not known alone: what is known passes, whoever else asks there. */
  async function identify<Who>(
    request: FastifyRequest,
    reply: FastifyReply,
    look: () => Promise<Who>,
  ): Promise<Who> {
    try {
      return await look()
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'authentication_required') {
        reply.headers(rateHeaders(failures.count(addressOf(request))))
      }
      throw error
    }
  }

  return {
    passOpen: (request, reply) => void reply.headers(rateHeaders(open.count(addressOf(request)))),
    passProbe: (request, reply) =>
      void reply.headers(rateHeaders(probes.count(addressOf(request)))),
    async passWithKey(request, reply) {
      const caller = await identify(request, reply, async () =>
        authenticator.authenticate(readCredentials(request.headers, request.query)),
      )
      reply.headers(rateHeaders(keys.count(caller.keyId)))
      return caller
    },
    async passReader(request, reply, token) {
      const reader = token === null ? nobody : await findReader(request, reply, token)
      const { holder } = reader
      const state = holder ? tokens.count(holder.tokenId) : open.count(addressOf(request))
      reply.headers(rateHeaders(state))
      return reader
    },
  }

  async function findReader(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
  ): Promise<Reader> {
    try {
      const holder = await identify(request, reply, () => authenticator.authenticateToken(token))
      return { holder, refusal: null }
    } catch (error) {
      // Public data is shown all the same.
      if (error instanceof RateLimited) return { holder: null, refusal: error }
      if (error instanceof Refusal && error.kind === 'authentication_required') {
        return { holder: null, refusal: error }
      }
      throw error
    }
  }
}

const nobody: Reader = { holder: null, refusal: null }
