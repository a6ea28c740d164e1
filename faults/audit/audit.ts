import type { Installation } from '../installation/installation.ts'
import type { Ledger } from '../ledger.ts'
import type { OpenShop } from '../load/open-shop.ts'
import { auditAcknowledged } from './acknowledged.ts'
import { auditBook } from './book.ts'
import { auditEachWorker } from './each-worker.ts'
import { auditLeaks } from './leaks.ts'
import { type Balance, auditMoney } from './money.ts'
import { auditOrders } from './orders.ts'
import { untilSettled } from './settle.ts'

export interface AuditOptions {
  readonly installation: Installation
  readonly shop: OpenShop
  readonly ledger: Ledger
}

/** Goes through the whole book once everything has settled. What is wrong is in the ledger then. */
export async function audit(options: AuditOptions): Promise<Balance> {
  const { installation, shop, ledger } = options
  const { database, demo } = installation
  await untilSettled(database, ledger)
  await auditBook(database, ledger)
  const balance = await auditMoney(database, ledger)
  await auditOrders(database, ledger)
  await auditAcknowledged(shop.counter, demo, ledger)
  await auditLeaks(installation, ledger)
  await auditEachWorker(options)
  return balance
}
