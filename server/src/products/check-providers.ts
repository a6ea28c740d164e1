import { type Problem, type ProductVersionId, didYouMean } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { type Account, lockAccount } from '../identity/index.ts'
import type { Soundness } from './folder/index.ts'
import {
  type OwnProvider,
  abilitiesOf,
  isCollectedElsewhere,
  isReservedProvider,
  platformMethods,
  providerNames,
} from './payment-provider.ts'
import { selectMethodsOf, selectOwnProviders } from './payment-provider-store.ts'
import type { PaymentMethod, ProductDefinition } from './product-definition.ts'
import { providerNotDeclared } from './reasons.ts'

/** Receipts can be recorded only for payments that are collected elsewhere. */
export function refuseUntracked({
  paymentPlans,
}: Pick<ProductDefinition, 'paymentPlans'>): Problem[] {
  return paymentPlans.flatMap(({ key, methods, receipts }) => {
    const isTracked = methods.some(({ provider }) => isCollectedElsewhere(provider))
    if (receipts !== 'tracked' || isTracked || methods.length === 0) return []
    return [
      {
        file: 'product.yaml',
        place: `payment_plans.${key}.receipts`,
        message: 'There are no receipts to track: all methods of this plan collect by themselves.',
        fix: `Remove receipts, or add a method of ${providerNames.filter(isCollectedElsewhere).join(' or ')}.`,
      },
    ]
  })
}

/** An invoice that counts as paid when it is written is never overdue. */
export function refuseNothingOverdue({
  paymentPlans,
  dunning,
}: Pick<ProductDefinition, 'paymentPlans' | 'dunning'>): Problem[] {
  const mayBeOverdue = paymentPlans.some(
    ({ receipts, methods }) =>
      receipts === 'tracked' || methods.some(({ provider }) => !isCollectedElsewhere(provider)),
  )
  const isUnknown =
    paymentPlans.length === 0 || paymentPlans.some((plan) => plan.methods.length === 0)
  if (dunning === null || mayBeOverdue || isUnknown) return []
  return [
    {
      file: 'product.yaml',
      place: 'dunning',
      message: 'No invoice of this product can be overdue: somebody else collects all of them.',
      fix: 'Write receipts: tracked in a payment plan, or leave dunning out.',
    },
  ]
}

/** Debits that cannot be announced and ordered in time, or in this currency; and what binds too early. */
export function refuseHastyDebits({
  paymentPlans,
  currency,
}: Pick<ProductDefinition, 'paymentPlans' | 'currency'>): Problem[] {
  return paymentPlans.flatMap(({ key, methods, frequency, issueDaysBefore }) =>
    methods.flatMap(({ provider, method, bindOn }, index): Problem[] => {
      const { leadDays, noticeDays, debitMax, slowSettlement, mandate } = abilitiesOf(
        provider,
        method,
      )
      const plan = `payment_plans.${key}`
      const place = `${plan}.methods[${index}]`
      const days = leadDays + noticeDays
      const way = `${provider}/${method}`
      const problems: Omit<Problem, 'file'>[] = []
      if (frequency !== null && issueDaysBefore < days) {
        problems.push({
          place: `${plan}.issue_days_before`,
          message: `A debit by ${way} is announced ${noticeDays} days before and ordered ${leadDays} days before: ${issueDaysBefore} days are too few.`,
          fix: `Write issue_days_before: ${days} or more.`,
        })
      }
      if (debitMax !== null && currency !== debitMax.currency) {
        problems.push({
          place: `${place}.method`,
          message: `${way} debits ${debitMax.currency.toUpperCase()} only, and the product is sold in ${currency.toUpperCase()}.`,
          fix: 'Remove the method.',
        })
      }
      if (bindOn === 'processing' && (frequency === null || !slowSettlement || !mandate)) {
        problems.push({
          place: `${place}.bind_on`,
          message: `An offer cannot be bound while ${way} is processing${frequency === null ? ' in a single payment' : ''}.`,
          fix: 'Remove bind_on, or use a recurring plan with stripe/sepa_debit.',
        })
      }
      return problems.map((problem) => ({ file: 'product.yaml', ...problem }))
    }),
  )
}

/** Refuses payment methods that no customer can use. Versions already accepted are not checked. */
export function refuseUnknownProviders(
  { paymentPlans }: Pick<ProductDefinition, 'paymentPlans'>,
  own: readonly OwnProvider[],
  sound: Soundness,
): Problem[] {
  return paymentPlans.flatMap(({ key, methods }, at) =>
    methods.flatMap((one, index) => {
      const isRead = sound.part('product.yaml', `payment_plans[${at}].methods[${index}].provider`)
      const wrong = isRead ? unpayable(one, own) : null
      if (wrong === null) return []
      const { part, ...rest } = wrong
      return [
        {
          file: 'product.yaml',
          place: `payment_plans.${key}.methods[${index}].${part}`,
          ...rest,
        },
      ]
    }),
  )
}

function unpayable(
  { provider, method }: PaymentMethod,
  own: readonly OwnProvider[],
): (Pick<Problem, 'message' | 'fix'> & { readonly part: keyof PaymentMethod }) | null {
  if (providerNames.includes(provider)) return unknownMethod(provider, method)
  const declared = own.find(({ name }) => name === provider)
  if (declared === undefined) {
    const known = [...providerNames, ...own.map(({ name }) => name)]
    const nearest = didYouMean(provider, known)
    const name = isReservedProvider(provider) ? 'acme_invoice' : provider
    const all = `There are: ${known.join(', ')}. Declare one of your own with: ${declareCommand(name, [method])}`
    return {
      part: 'provider',
      message: `There is no payment provider "${provider}".`,
      fix: nearest === null ? all : `${nearest} ${all}`,
    }
  }
  if (declared.methods.includes(method)) return null
  return {
    part: 'method',
    message: `The payment provider ${provider} has no method "${method}".`,
    fix: `It has: ${declared.methods.join(', ')}. Add the method: ${declareCommand(provider, [...declared.methods, method])}`,
  }
}

function unknownMethod(provider: string, method: string): ReturnType<typeof unpayable> {
  const methods = platformMethods(provider)
  if (methods === null || methods.includes(method)) return null
  return {
    part: 'method',
    message: `The payment provider ${provider} has no method "${method}".`,
    fix: `It has: ${methods.join(', ')}.`,
  }
}

function declareCommand(provider: string, methods: readonly string[]): string {
  return `bindery providers declare ${provider} --method ${methods.join(' ')}`
}

/**
 * Refuses to put a version on sale whose providers were removed after it was pushed. With the account
 * locked, so that nobody removes one meanwhile.
 */
export async function assertProvidersDeclared(
  tx: Queryable,
  insurer: Pick<Account, 'id'>,
  versionId: ProductVersionId,
): Promise<void> {
  const methods = await selectMethodsOf(tx, versionId)
  if (methods.every(({ provider }) => providerNames.includes(provider))) return
  await lockAccount(tx, insurer.id)
  const own = await selectOwnProviders(tx, insurer.id)
  const missing = methods.find((one) => unpayable(one, own) !== null)
  if (missing !== undefined) throw providerNotDeclared(missing.provider, missing.method)
}
