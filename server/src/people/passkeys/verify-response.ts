import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import type { Passkey } from './passkey-store.ts'
import type { RelyingParty } from './relying-party.ts'

/** EdDSA, ES256 and RS256: what authenticators have. */
export const algorithms = [-8, -7, -257]

/** Hundreds of modules, for those who use passkeys. */
export const webauthn = () => import('@simplewebauthn/server')

interface Expected {
  readonly rp: RelyingParty
  readonly challenge: string
}

/** The new credential; null where the answer of the authenticator is not valid. */
export async function verifyRegistration(
  response: RegistrationResponseJSON,
  expected: Expected,
): Promise<WebAuthnCredential | null> {
  const { verifyRegistrationResponse } = await webauthn()
  const verified = await orNull(
    verifyRegistrationResponse({
      response,
      ...expectedOf(expected),
      supportedAlgorithmIDs: algorithms,
    }),
  )
  return verified?.registrationInfo?.credential ?? null
}

/** The counter of the authenticator; null where its answer is not valid. */
export async function verifyAuthentication(
  response: AuthenticationResponseJSON,
  passkey: Passkey,
  expected: Expected,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webauthn()
  const { credentialId: id, publicKey, counter } = passkey
  const verified = await orNull(
    verifyAuthenticationResponse({
      response,
      ...expectedOf(expected),
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
    }),
  )
  return verified?.verified === true ? verified.authenticationInfo.newCounter : null
}

function expectedOf({ rp, challenge }: Expected) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
  }
}

/** The library throws whatever is wrong with an answer, which a stranger may have made up. */
async function orNull<Verified>(verified: Promise<Verified>): Promise<Verified | null> {
  try {
    return await verified
  } catch {
    return null
  }
}
