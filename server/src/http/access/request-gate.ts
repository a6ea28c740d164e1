import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/index.ts'
import {
  type Authenticator,
  type Credentials,
  type KeyHolder,
  type RequestOrigin,
  type TokenHolder,
  keysOfTwoAccounts,
} from '../../identity/index.ts'
import { type SignedIn, type UserTokens, isUserToken } from '../../people/index.ts'
import type { Limits, TrustedProxies } from '../../settings/index.ts'
import { clientAddress, countedAs } from '../connection/client-address.ts'
import { readCredentials } from './credentials.ts'
import { addressTooOften, keyTooOften, tokenTooOften, tooManyFailures } from '../reasons.ts'
import { RateLimited, createRateLimiter, rateHeaders } from './rate-limit.ts'

/**
 * Authenticates and rate-limits requests: by key, without a key by address, and with a wrong key by
 * address too, which stops guessing.
 */
export interface RequestGate {
  /** Counts a request that needs no key. */
  passOpen(request: FastifyRequest, reply: FastifyReply): void
  /** Counts a withdrawal that is declared: it needs no key, and sends a mail. */
  passDeclaration(request: FastifyRequest, reply: FastifyReply): void
  /**
   * Health probes have their own count, so that other traffic of their address does not block them.
   */
  passProbe(request: FastifyRequest, reply: FastifyReply): void
  passWithKey(request: FastifyRequest, reply: FastifyReply): Promise<KeyHolder>
  /** Counts the request of a person who is signed in. */
  passPerson(
    request: FastifyRequest,
    reply: FastifyReply,
    find: () => Promise<SignedIn>,
  ): Promise<{ readonly person: SignedIn; readonly origin: RequestOrigin }>
  /** Where a request comes from. */
  originOf(request: FastifyRequest): RequestOrigin
  /** Counts a request that may have an access token: by the token if it is valid. */
  passReader(request: FastifyRequest, reply: FastifyReply, token: string | null): Promise<Reader>
}

/** A reader of data: the holder of a token, a caller with a wrong token, or an anonymous one. */
export type Reader =
  | { readonly holder: TokenHolder; readonly refusal: null }
  | { readonly holder: null; readonly refusal: Refusal | null }

/** Who knows keys and access tokens, and who knows personal tokens. */
export interface Authenticators {
  readonly authenticator: Authenticator
  readonly userTokens: UserTokens
}

export function createRequestGate(
  { authenticator, userTokens }: Authenticators,
  limits: Limits,
  trusts: TrustedProxies,
): RequestGate {
  const limiter = (perMinuteMax: number, refuse: typeof keyTooOften) =>
    createRateLimiter({ perMinuteMax, refuse })
  const keys = limiter(limits.requestsPerMinuteMax, keyTooOften)
  const tokens = limiter(limits.requestsPerMinuteMax, tokenTooOften)
  const open = limiter(limits.openRequestsPerMinuteMax, addressTooOften)
  const declarations = limiter(limits.declarationsPerMinuteMax, addressTooOften)
  const probes = limiter(limits.openRequestsPerMinuteMax, addressTooOften)
  const failures = limiter(limits.failuresPerMinuteMax, tooManyFailures)
  const originOf = (request: FastifyRequest) => ({
    id: request.id,
    address: clientAddress(request.raw, trusts),
  })
  const addressOf = (request: FastifyRequest) => countedAs(clientAddress(request.raw, trusts))

  /**
   * Only failures count against the address: valid keys behind the same address are not affected.
   */
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

  /** A personal token is sent instead of a secret key. */
  function authenticate(credentials: Credentials): Promise<KeyHolder> {
    const { publicKey, secretKey } = credentials
    return secretKey !== null && isUserToken(secretKey)
      ? authenticatePerson(secretKey, publicKey)
      : authenticator.authenticate(credentials)
  }

  async function authenticatePerson(
    secretKey: string,
    publicKey: string | null,
  ): Promise<KeyHolder> {
    const holder = await userTokens.authenticate(secretKey)
    if (publicKey === null) return holder
    const other = await authenticator.authenticate({ publicKey, secretKey: null })
    const isSame = other.account.id === holder.account.id && other.livemode === holder.livemode
    if (!isSame) throw keysOfTwoAccounts()
    return holder
  }

  return {
    passOpen: (request, reply) => void reply.headers(rateHeaders(open.count(addressOf(request)))),
    passDeclaration: (request, reply) =>
      void reply.headers(rateHeaders(declarations.count(addressOf(request)))),
    passProbe: (request, reply) =>
      void reply.headers(rateHeaders(probes.count(addressOf(request)))),
    async passWithKey(request, reply) {
      const caller = await identify(request, reply, () =>
        authenticate(readCredentials(request.headers, request.query)),
      )
      reply.headers(rateHeaders(keys.count(caller.actor.id)))
      return caller
    },
    async passPerson(request, reply, find) {
      const person = await identify(request, reply, find)
      reply.headers(rateHeaders(keys.count(person.user.id)))
      return { person, origin: originOf(request) }
    },
    originOf,
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
      // Public data does not need the token.
      if (error instanceof RateLimited) return { holder: null, refusal: error }
      if (error instanceof Refusal && error.kind === 'authentication_required') {
        return { holder: null, refusal: error }
      }
      throw error
    }
  }
}

const nobody: Reader = { holder: null, refusal: null }
