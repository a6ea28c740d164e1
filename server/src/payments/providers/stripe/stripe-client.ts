import type { Stripe } from 'stripe'
import type { Clock } from '../../../kernel/index.ts'
import type { Database } from '../../../database/index.ts'
import type { KeyRing } from '../../../sealing/index.ts'
import { selectCredentials } from '../../credentials/credential-store.ts'
import {
  type CredentialOwner,
  type OpenedCredentials,
  type StoredCredentials,
  openCredentials,
} from '../../credentials/credentials.ts'
import type { StripeSettings } from '../../../settings/index.ts'
import { providerNotSetUp } from '../../reasons.ts'

/** The version of Stripe's API that this code was written for; the package has the types of it. */
const stripeApiVersion = '2026-10-28.endive'

export interface StripeDeps {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
  readonly settings: StripeSettings
}

/** Stripe, as one account of it is asked. */
export interface StripeAccount {
  readonly api: Stripe
  readonly stored: StoredCredentials
  readonly credentials: OpenedCredentials
}

/** The account of an insurer in a mode. Without one nothing can be asked: then the answer is unknown. */
export async function openAccount(
  deps: StripeDeps,
  owner: CredentialOwner,
): Promise<StripeAccount> {
  const account = await findAccount(deps, owner)
  if (account === null) throw providerNotSetUp('stripe')
  return account
}

export async function findAccount(
  { db, keyRing, settings }: StripeDeps,
  owner: CredentialOwner,
): Promise<StripeAccount | null> {
  const stored = await selectCredentials(db, owner, 'stripe')
  if (stored === undefined) return null
  const credentials = openCredentials(keyRing, stored)
  const { Stripe } = await loadStripe()
  const api = new Stripe(credentials.values['secret_key'] ?? '', {
    apiVersion: stripeApiVersion,
    // Whether a request may be repeated is decided here, by what is known of it.
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: settings.timeoutMs,
    ...settings.address,
  })
  return { api, stored, credentials }
}

/** Only an installation that uses it loads it: it has the types of all that Stripe does. */
async function loadStripe(): Promise<typeof import('stripe')> {
  return import('stripe')
}
