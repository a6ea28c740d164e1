import type { Installation } from '../installation/installation.ts'
import type { Ledger } from '../ledger.ts'
import type { OpenShop } from '../load/open-shop.ts'
import type { WebhookReceiver } from '../load/webhook-receiver.ts'
import { auditAcknowledged } from './acknowledged.ts'
import { auditPortfolio } from './portfolio.ts'
import { auditCheckedPortfolio } from './checked-portfolio.ts'
import { auditEachWorker } from './each-worker.ts'
import { auditEvidence } from './evidence.ts'
import { auditLeaks } from './leaks.ts'
import { type Balance, auditMoney } from './money.ts'
import { auditTransactions } from './transactions.ts'
import { auditProvider } from './provider.ts'
import { auditReplays } from './replays.ts'
import type { StripeBeside } from '../stripe/open-stripe.ts'
import { auditStripe } from './stripe.ts'
import { untilSettled } from './settle.ts'
import { auditWebhooks } from './webhooks.ts'

export interface AuditOptions {
  readonly installation: Installation
  readonly shop: OpenShop
  readonly ledger: Ledger
  /** Null where nothing was sold with it. */
  readonly stripe?: StripeBeside | null
  /** The endpoint that gets every event. */
  readonly receiver: WebhookReceiver
  /** For tests: workers are not left alone in turn, which takes some starts. */
  readonly isHurried: boolean
}

/** Goes through the whole portfolio once everything has settled. What is wrong is in the ledger then. */
export async function audit(options: AuditOptions): Promise<Balance> {
  const { installation, shop, ledger, stripe = null } = options
  const { database, demo } = installation
  await untilSettled(database, ledger)
  await auditReplays(shop.counter, shop.distributors, ledger)
  await shop.sendStatement()
  // A replay that began anew what was done would have set things going.
  await untilSettled(database, ledger)
  await auditPortfolio(database, ledger)
  await auditCheckedPortfolio(shop.counter, demo, ledger)
  const balance = await auditMoney(database, ledger)
  await auditTransactions(database, ledger)
  await auditProvider(database, shop.counter, demo, ledger)
  if (stripe !== null) await auditStripe(database, await stripe.show(), ledger)
  await auditAcknowledged(shop.counter, demo, ledger)
  await auditWebhooks(database, options.receiver, ledger)
  await auditEvidence(database, shop.counter, demo, ledger)
  await auditLeaks(installation, ledger)
  if (!options.isHurried) await auditEachWorker(options)
  return balance
}
