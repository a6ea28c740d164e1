import type { Clock, JsonObject, Refusal } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database, Queryable, Transaction } from '../database/index.ts'
import { type Caller, lockAccount } from '../identity/index.ts'
import {
  type DeclaredProvider,
  type OwnProvider,
  deleteOwnProvider,
  isCollectedElsewhere,
  isReservedProvider,
  ownProvidersMax,
  platformMethods,
  providerNames,
  selectDeclaredProviders,
  selectPublishedProviders,
  selectPublishedWith,
  upsertOwnProvider,
} from '../products/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { providerInUse, providerNotFound, providerReserved, tooManyProviders } from './reasons.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

/** A payment provider as management shows it. */
export interface ListedProvider {
  readonly name: string
  /** Null for a provider of the platform, whose methods the product names itself. */
  readonly methods: readonly string[] | null
  readonly isOwn: boolean
  readonly collectsElsewhere: boolean
  readonly createdAt: Temporal.Instant | null
}

/** The providers that products of an insurer may use: the platform's, and its declared ones. */
export async function listPaymentProviders(
  db: Queryable,
  caller: Caller,
): Promise<(ListedProvider & { readonly refusalOfRemoval: Refusal | null })[]> {
  const platform = providerNames.map((name) => ({
    name,
    methods: platformMethods(name),
    isOwn: false,
    collectsElsewhere: isCollectedElsewhere(name),
    createdAt: null,
  }))
  const own = await selectDeclaredProviders(db, caller.account.id)
  const uses = own.length === 0 ? [] : await selectPublishedProviders(db, caller.account.id)
  return [
    ...platform.map((one) => ({ ...one, refusalOfRemoval: providerNotFound(one.name) })),
    ...own.map((one) => {
      const versions = uses.filter(({ provider }) => provider === one.name)
      return { ...listed(one), refusalOfRemoval: refusalOfUse({ provider: one.name }, versions) }
    }),
  ]
}

/** Declares a provider under the insurer's own name, or updates its methods. */
export async function declarePaymentProvider(
  deps: Deps,
  caller: Caller,
  { name, methods: given }: Pick<OwnProvider, 'name' | 'methods'>,
  replay: ReplayWriter<ListedProvider> | null,
): Promise<ListedProvider> {
  if (isReservedProvider(name)) throw providerReserved(name)
  const now = deps.clock()
  const methods = [...new Set(given)]
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, caller.account.id)
    const own = await selectDeclaredProviders(tx, caller.account.id)
    const before = own.find((one) => one.name === name)
    if (before === undefined && own.length >= ownProvidersMax)
      throw tooManyProviders(ownProvidersMax)
    const after: DeclaredProvider = { name, methods, createdAt: before?.createdAt ?? now }
    for (const method of before?.methods ?? []) {
      if (!methods.includes(method)) await assertUnused(tx, caller, { provider: name, method })
    }
    await upsertOwnProvider(tx, caller.account.id, after)
    if (before?.methods.join() !== methods.join()) {
      const change = { action: 'payment_provider.declared', subjectId: name } as const
      const was = before === undefined ? null : described(before)
      await recordAudit(tx, caller, { ...change, before: was, after: described(after) }, now)
    }
    const shown = listed(after)
    await completeReservation(tx, replay, shown)
    return shown
  })
}

/** Policies sold with the provider go on; no new version can be pushed or published with it. */
export async function removePaymentProvider(
  deps: Deps,
  caller: Caller,
  name: string,
  replay: ReplayWriter<ListedProvider> | null,
): Promise<ListedProvider> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, caller.account.id)
    const own = await selectDeclaredProviders(tx, caller.account.id)
    const before = own.find((one) => one.name === name)
    if (before === undefined) throw providerNotFound(name)
    await assertUnused(tx, caller, { provider: name })
    await deleteOwnProvider(tx, caller.account.id, name)
    const change = { action: 'payment_provider.removed', subjectId: name } as const
    await recordAudit(tx, caller, { ...change, before: described(before), after: null }, now)
    const shown = listed(before)
    await completeReservation(tx, replay, shown)
    return shown
  })
}

/** A provider, or one of its methods. */
interface Way {
  readonly provider: string
  readonly method?: string
}

/** Runs with the account locked, as publishing a version does. */
async function assertUnused(tx: Transaction, caller: Caller, way: Way): Promise<void> {
  const refusal = refusalOfUse(way, await selectPublishedWith(tx, caller.account.id, way))
  if (refusal !== null) throw refusal
}

function refusalOfUse(
  way: Way,
  versions: readonly { readonly product: string; readonly number: number }[],
): Refusal | null {
  const named = versions.map(({ product, number }) => `${product} version ${number}`)
  return named.length === 0 ? null : providerInUse(way, named)
}

function listed({ name, methods, createdAt }: DeclaredProvider): ListedProvider {
  return { name, methods, isOwn: true, collectsElsewhere: true, createdAt }
}

function described({ name, methods }: OwnProvider): JsonObject {
  return { name, methods: [...methods] }
}
