import type { Clock, JsonObject } from '../../kernel/index.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Database, Queryable } from '../../database/index.ts'
import { type Caller, lockAccount } from '../../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../../idempotency/index.ts'
import type { KeyRing } from '../../sealing/index.ts'
import { askProvider } from '../ask-provider.ts'
import type { PaymentProvider, Providers } from '../provider.ts'
import { credentialInvalid, credentialsNotFound, noCredentials } from '../reasons.ts'
import {
  type CredentialField,
  type CredentialValues,
  type OpenedCredentials,
  type StoredCredentials,
  openCredentials,
  sealCredentials,
} from './credentials.ts'
import {
  deleteCredentials,
  selectCredentials,
  selectCredentialsOf,
  updateAccepted,
  updateAccountReference,
  upsertCredentials,
} from './credential-store.ts'

export interface CredentialDeps {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
  readonly providers: Providers
}

/** An account at a provider as it is shown: no secret, only its last characters. */
export interface ShownCredentials {
  readonly provider: string
  readonly livemode: boolean
  readonly fields: Readonly<Record<string, string>>
  readonly accountReference: string | null
  readonly changedAt: Temporal.Instant
  /** Since when the provider refuses the account, and why; null while it does not. */
  readonly refusedAt: Temporal.Instant | null
  readonly refusal: string | null
}

/** What a provider says about the account. */
export interface CredentialCheck {
  readonly isOk: boolean
  readonly accountReference: string | null
  readonly problems: readonly string[]
}

/** After a rotation, callbacks that are signed with the secret before are accepted for so long. */
const rotationHours = 72

/** Stores the credentials of the caller's account and mode. Fields that are left out stay as they are. */
export async function setCredentials(
  deps: CredentialDeps,
  caller: Caller,
  request: { readonly provider: string; readonly fields: CredentialValues },
): Promise<ShownCredentials> {
  const provider = providerWithCredentials(deps.providers, request.provider)
  const fields = provider.credentials?.fields ?? []
  const now = deps.clock()
  const owner = ownerOf(caller)
  assertWellFormed(provider.name, fields, request.fields, owner.livemode)
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, caller.account.id)
    const before = await selectCredentials(tx, owner, provider.name)
    const opened = before === undefined ? nothingStored : openCredentials(deps.keyRing, before)
    const after = merged(fields, opened, request.fields, now)
    for (const { name, isOptional, form } of fields) {
      const isMissing = isOptional !== true && after.values[name] === undefined
      if (isMissing) throw credentialInvalid(provider.name, name, form(owner.livemode))
    }
    const place = { ...owner, provider: provider.name }
    const stored: StoredCredentials = {
      ...place,
      ...sealCredentials(deps.keyRing, place, after),
      // Another key may be of another account: the next check says which.
      accountReference: null,
      createdAt: before?.createdAt ?? now,
      changedAt: now,
      sweptUntil: before?.sweptUntil ?? null,
      refusedAt: null,
      refusal: null,
    }
    await upsertCredentials(tx, stored)
    const shown = show(fields, stored, after)
    const was = before === undefined ? null : described(show(fields, before, opened))
    const change = { action: 'provider_credentials.set', subjectId: provider.name } as const
    await recordAudit(tx, caller, { ...change, before: was, after: described(shown) }, now)
    return shown
  })
}

export async function removeCredentials(
  deps: CredentialDeps,
  caller: Caller,
  name: string,
  replay: ReplayWriter<ShownCredentials> | null,
): Promise<ShownCredentials> {
  const provider = providerWithCredentials(deps.providers, name)
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, caller.account.id)
    const stored = await selectCredentials(tx, ownerOf(caller), name)
    if (stored === undefined) throw credentialsNotFound(name)
    await deleteCredentials(tx, stored)
    const opened = openCredentials(deps.keyRing, stored)
    const shown = show(provider.credentials?.fields ?? [], stored, opened)
    const change = { action: 'provider_credentials.removed', subjectId: name } as const
    await recordAudit(tx, caller, { ...change, before: described(shown), after: null }, now)
    await completeReservation(tx, replay, shown)
    return shown
  })
}

/** The accounts of the caller at providers, in the mode of its key. */
export async function listCredentials(
  deps: Pick<CredentialDeps, 'keyRing' | 'providers'> & { readonly db: Queryable },
  caller: Caller,
): Promise<ShownCredentials[]> {
  const all = await selectCredentialsOf(deps.db, ownerOf(caller))
  return all.map((stored) => {
    const fields = deps.providers.get(stored.provider)?.credentials?.fields ?? []
    return show(fields, stored, openCredentials(deps.keyRing, stored))
  })
}

/** Asks the provider about the account, and keeps what it calls it. */
export async function checkCredentials(
  deps: CredentialDeps & { readonly onDoubt: (error: unknown) => void },
  caller: Caller,
  name: string,
): Promise<CredentialCheck> {
  providerWithCredentials(deps.providers, name)
  const stored = await selectCredentials(deps.db, ownerOf(caller), name)
  if (stored === undefined) throw credentialsNotFound(name)
  const checked = await askProvider(deps, name, async ({ credentials }, signal) => {
    if (credentials === undefined) throw new Error(`${name} has no credentials`)
    return credentials.check(ownerOf(caller), signal)
  })
  if (checked === null) return noAnswer(name)
  if (checked.accountReference !== null && checked.accountReference !== stored.accountReference) {
    await updateAccountReference(deps.db, stored, checked.accountReference)
  }
  if (checked.isOk) await updateAccepted(deps.db, stored)
  return checked
}

function noAnswer(name: string): CredentialCheck {
  const problems = [`${name} did not answer. Try again, or look at its status page.`]
  return { isOk: false, accountReference: null, problems }
}

function ownerOf({ account, livemode }: Caller) {
  return { insurerId: account.id, livemode }
}

function providerWithCredentials(providers: Providers, name: string): PaymentProvider {
  const provider = providers.get(name)
  if (provider?.credentials === undefined) throw noCredentials(name)
  return provider
}

const nothingStored: OpenedCredentials = { values: {}, previous: {}, previousUntil: null }

function assertWellFormed(
  provider: string,
  fields: readonly CredentialField[],
  given: CredentialValues,
  livemode: boolean,
): void {
  const unknown = Object.keys(given).find((name) => !fields.some((field) => field.name === name))
  if (unknown !== undefined) {
    throw credentialInvalid(
      provider,
      unknown,
      `one of ${fields.map(({ name }) => name).join(', ')}`,
    )
  }
  for (const { name, pattern, isValid = () => true, form } of fields) {
    const value = given[name]
    const isWrong = value !== undefined && !(pattern(livemode).test(value) && isValid(value))
    if (isWrong) throw credentialInvalid(provider, name, form(livemode))
  }
}

function merged(
  fields: readonly CredentialField[],
  before: OpenedCredentials,
  given: CredentialValues,
  now: Temporal.Instant,
): OpenedCredentials {
  const values = { ...before.values, ...given }
  const replaced = fields.filter(
    ({ name, isRotated }) =>
      isRotated === true &&
      before.values[name] !== undefined &&
      before.values[name] !== values[name],
  )
  if (replaced.length === 0) return { ...before, values }
  const previous = Object.fromEntries(replaced.map(({ name }) => [name, before.values[name] ?? '']))
  return { values, previous, previousUntil: now.add({ hours: rotationHours }).toString() }
}

const shownCharacters = 4

function show(
  fields: readonly CredentialField[],
  stored: StoredCredentials,
  { values }: OpenedCredentials,
): ShownCredentials {
  const { provider, livemode, accountReference, changedAt, refusedAt, refusal } = stored
  const shown = fields.flatMap(({ name, isSecret }) => {
    const value = values[name]
    if (value === undefined) return []
    return [[name, isSecret ? hintOf(value) : value] as const]
  })
  const about = { provider, livemode, accountReference, changedAt, refusedAt, refusal }
  return { ...about, fields: Object.fromEntries(shown) }
}

/** For the audit log, which holds no key of any kind. */
function described({ provider, livemode, fields }: ShownCredentials): JsonObject {
  const hints = Object.entries(fields).map(([name, value]) => [name, hintOf(value)])
  return { provider, livemode, fields: Object.fromEntries(hints) as JsonObject }
}

function hintOf(value: string): string {
  return `…${value.slice(-shownCharacters)}`
}
