export * from './count-doubts.ts'
export * from './decide-refund.ts'
export * from './pay-at-once.ts'
export type * from './payment.ts'
export { selectPayment, selectPaymentsOf } from './payment-store.ts'
export * from './provider.ts'
export { openProviders } from './providers/open-providers.ts'
export {
  sandboxOutcomes,
  sandboxRefunds,
  sandboxVoids,
  signSandboxCallback,
} from './providers/sandbox.ts'
export * from './receive-callback.ts'
export * from './refund-cancelled-policy.ts'
export { selectRefundsOf } from './refund-store.ts'
export * from './resolve-payment.ts'
export * from './resolve-refund.ts'
export * from './search-payments.ts'
export { settlePayment } from './settle-payment.ts'
export * from './settle-refund.ts'
export * from './take-payment.ts'
export * from './take-up-overdue.ts'
