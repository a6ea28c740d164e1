import type { App, HttpDeps } from '../deps.ts'
import { addCancelPolicy } from './cancel-policy.ts'
import { addCreateOffer } from './create-offer.ts'
import { addCreatePayment } from './create-payment.ts'
import { addCreateQuote } from './create-quote.ts'
import { addReceiveCallback } from './receive-callback.ts'
import { addShowAssets } from './show-assets.ts'
import { addShowForm } from './show-form.ts'
import { addShowOffer } from './show-offer.ts'
import { addShowPayment } from './show-payment.ts'
import { addShowPolicy } from './show-policy.ts'
import { addShowSmallRecords } from './show-small-records.ts'
import { addShowVersionStatus } from './show-version-status.ts'

/** The Sales API, in the order of a sale. */
export function addSales(app: App, deps: HttpDeps): void {
  addShowForm(app, deps)
  addCreateQuote(app, deps)
  addCreateOffer(app, deps)
  addShowOffer(app, deps)
  addCreatePayment(app, deps)
  addReceiveCallback(app, deps)
  addShowPayment(app, deps)
  addShowPolicy(app, deps)
  addShowAssets(app, deps)
  addCancelPolicy(app, deps)
  addShowVersionStatus(app, deps)
  addShowSmallRecords(app, deps)
}
