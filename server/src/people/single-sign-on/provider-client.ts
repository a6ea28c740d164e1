import type { Configuration, ServerMetadata } from 'openid-client'
import { type Clock, systemClock } from '../../kernel/index.ts'
import { assertOutsideTransaction, createCache } from '../../database/index.ts'
import { OutsideFailure, outsideFetch } from '../../outside/index.ts'
import type { KeyRing } from '../../sealing/index.ts'
import { type SingleSignOnSettings, privateProviderSetting } from '../../settings/index.ts'
import { type SingleSignOnCode, SingleSignOnFailure } from './failure.ts'
import { type StoredProvider, openClientSecret } from './identity-provider.ts'
import { type ClaimedPerson, readClaims } from './read-claims.ts'

/** What proves that an answer belongs to the question. */
export interface Checks {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface ProviderClient {
  /** Secrets for one sign-in. */
  makeChecks(): Promise<Checks>
  /** Where the browser is sent to sign in. */
  signInUrl(provider: StoredProvider, checks: Checks, redirectUri: string): Promise<string>
  /** The person, after the browser has come back to this address. */
  identify(provider: StoredProvider, checks: Checks, returnedTo: URL): Promise<ClaimedPerson>
}

const answerBytesMax = 262_144
const deadlineMsDefault = 5_000
/** How far the clock of the provider may be off. */
const toleranceSeconds = 60
const issuersCachedMax = 1_000
const metadataFreshMs = 600_000
const subjectLengthMax = 255

/**
 * Speaks OpenID Connect with the providers of accounts. What a provider says about its addresses
 * is cached for minutes; its keys are read for each sign-in, so that a new key counts at once and
 * a withdrawn one no longer.
 */
export function openProviderClient(deps: {
  readonly clock: Clock
  readonly keyRing: KeyRing
  readonly singleSignOnSettings: SingleSignOnSettings
}): ProviderClient {
  const { allowsPrivate, resolve, deadlineMs = deadlineMsDefault } = deps.singleSignOnSettings
  const fetch = outsideFetch({
    allowsPrivate,
    privateSetting: privateProviderSetting,
    responseBytesMax: answerBytesMax,
    deadlineMs,
    ...(resolve === undefined ? {} : { resolve }),
  })
  const discovered = createCache<string, ServerMetadata>({
    entriesMax: issuersCachedMax,
    freshMs: metadataFreshMs,
  })

  async function discover(issuer: string): Promise<ServerMetadata> {
    const { allowInsecureRequests, customFetch, discovery } = await import('openid-client')
    const execute = isPlain(issuer) ? [allowInsecureRequests] : []
    const found = await discovery(new URL(issuer), 'not known yet', undefined, undefined, {
      [customFetch]: fetch,
      execute,
    })
    return found.serverMetadata()
  }

  async function configure(provider: StoredProvider): Promise<Configuration> {
    const library = await import('openid-client')
    const { issuer, clientId } = provider
    const metadata = await discovered.get(issuer, () => discover(issuer))
    const secret = openClientSecret(deps.keyRing, provider)
    const takesPost = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    const authenticate = takesPost ? library.ClientSecretPost : library.ClientSecretBasic
    const skew = Math.round(deps.clock().since(systemClock()).total('seconds'))
    const client = { [library.clockSkew]: skew, [library.clockTolerance]: toleranceSeconds }
    const config = new library.Configuration(metadata, clientId, client, authenticate(secret))
    config[library.customFetch] = fetch
    if (isPlain(issuer)) library.allowInsecureRequests(config)
    // Without this the library trusts the connection, and does not check the signature.
    library.enableNonRepudiationChecks(config)
    return config
  }

  return {
    async makeChecks() {
      const { randomNonce, randomPKCECodeVerifier, randomState } = await import('openid-client')
      return { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
    },
    signInUrl: (provider, { state, nonce, verifier }, redirectUri) =>
      explained(async () => {
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
        const url = buildAuthorizationUrl(await configure(provider), {
          redirect_uri: redirectUri,
          response_type: 'code',
          scope: provider.scopes.join(' '),
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return url.href
      }),
    identify: (provider, checks, returnedTo) =>
      explained(async () => {
        const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
        const config = await configure(provider)
        const tokens = await authorizationCodeGrant(config, returnedTo, {
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          pkceCodeVerifier: checks.verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) throw new Error('a sign-in has an id token')
        const { iss: issuer, sub: subject } = claims
        if (subject.length > subjectLengthMax || /[^\x20-\x7e]/.test(subject)) {
          throw new SingleSignOnFailure('provider_untrusted')
        }
        const { groupClaim, groupRoles } = provider
        const wantsGroups = Object.keys(groupRoles).length > 0
        const isComplete =
          claims['email'] !== undefined && (!wantsGroups || claims[groupClaim] !== undefined)
        const canAsk = config.serverMetadata().userinfo_endpoint !== undefined
        const asked =
          isComplete || !canAsk ? {} : await fetchUserInfo(config, tokens.access_token, subject)
        return { issuer, subject, ...readClaims({ ...asked, ...claims }, groupClaim) }
      }),
  }
}

/** A provider on the machine itself may speak without encryption, where the operator allows it. */
function isPlain(issuer: string): boolean {
  return issuer.startsWith('http:')
}

/** Gives every failure a code; the cause is for the log. */
async function explained<Result>(attempt: () => Promise<Result>): Promise<Result> {
  assertOutsideTransaction('asking an identity provider')
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof SingleSignOnFailure) throw error
    throw new SingleSignOnFailure(codeOf(error), error)
  }
}

const unreadable = [
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]
const refusing = [
  'AuthorizationResponseError',
  'ResponseBodyError',
  'WWWAuthenticateChallengeError',
]

function codeOf(error: unknown): SingleSignOnCode {
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    if (one instanceof OutsideFailure) return 'provider_unavailable'
    if (refusing.includes(one.name)) return 'provider_refused'
    if ('code' in one && unreadable.includes(String(one.code))) return 'provider_unavailable'
  }
  return 'provider_untrusted'
}
