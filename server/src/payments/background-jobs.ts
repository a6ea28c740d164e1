import type { RoomJobs } from '../deadlines/index.ts'
import { rotateCredentials } from './credentials/rotate-credentials.ts'
import { collectInvoice } from './collect-invoice.ts'
import { lapseUnpaid } from './lapse-unpaid.ts'
import { reconcileAccounts } from './reconciliation/reconcile-accounts.ts'
import { rotateAccounts } from './payouts/rotate-accounts.ts'
import { outcomeWriter } from './record-outcome.ts'
import { settleOnClock } from './settle-on-clock.ts'
import { type SettleDeps, settlePayment } from './settle-payment.ts'
import { settleRefund } from './settle-refund.ts'
import { settleSetup } from './settle-setup.ts'
import { sweepProviders } from './sweep-providers.ts'
import { takeUpOverdue } from './take-up-overdue.ts'

export function paymentJobs(deps: SettleDeps) {
  const collectDeps = { ...deps, recordWithOthers: outcomeWriter(deps) }
  return {
    tasks: {
      settle_payment: (task) => settlePayment(deps, task),
      settle_refund: (task) => settleRefund(deps, task),
      settle_mandate: (task) => settleSetup(deps, task),
    },
    duties: {
      proposal: lapseUnpaid,
      collection: (tx, deadline, moment) => collectInvoice(collectDeps, tx, deadline, moment),
      settlement: (tx, deadline, moment) => settleOnClock(deps, tx, deadline, moment),
    },
    sweeps: [
      () => takeUpOverdue(deps),
      () => sweepProviders(deps),
      () => reconcileAccounts(deps),
      () => rotateAccounts(deps.db, deps.keyRing),
      () => rotateCredentials(deps.db, deps.keyRing),
    ],
  } satisfies RoomJobs
}
