import type { App, HttpDeps } from '../deps.ts'
import { assetKinds } from './asset-link.ts'
import { addCancelPolicy } from './cancel-policy.ts'
import { addChangePolicy } from './change-policy.ts'
import { addCreateChangeLink } from './create-change-link.ts'
import { addShowChange } from './show-change.ts'
import { addCreateLead } from './create-lead.ts'
import { addCreateOffer } from './create-offer.ts'
import { addCreatePayment } from './create-payment.ts'
import { addCreateQuote } from './create-quote.ts'
import { addPreviewOrder } from './preview-order.ts'
import { addReceiveCallback } from './receive-callback.ts'
import { addReinstatePolicy } from './reinstate-policy.ts'
import { addShowAccount } from './show-account.ts'
import { addDecideRenewal } from './decide-renewal.ts'
import { addRetryRenewal } from './retry-renewal.ts'
import { addShowRenewal } from './show-renewal.ts'
import { addShowAssets } from './show-assets.ts'
import { addShowDistributor } from './show-distributor.ts'
import { addShowDocument } from './show-document.ts'
import { addShowForm } from './show-form.ts'
import { addShowItem } from './show-item.ts'
import { addShowLead } from './show-lead.ts'
import { addShowOffer } from './show-offer.ts'
import { addShowPayment } from './show-payment.ts'
import { addShowPolicy } from './show-policy.ts'
import { addShowPriceChange } from './show-price-change.ts'
import { addShowTouchpoint } from './show-touchpoint.ts'
import { addShowVersionStatus } from './show-version-status.ts'
import { addVoidPayment } from './void-payment.ts'

/** The Sales API, in the order of a sale. */
export function addSales(app: App, deps: HttpDeps): void {
  addShowForm(app, deps)
  addCreateQuote(app, deps)
  addCreateLead(app, deps)
  addShowLead(app, deps)
  addCreateOffer(app, deps)
  addShowOffer(app, deps)
  addCreatePayment(app, deps)
  addReceiveCallback(app, deps)
  addShowPayment(app, deps)
  addVoidPayment(app, deps)
  addShowPolicy(app, deps)
  addShowAccount(app, deps)
  for (const kind of assetKinds) {
    addShowAssets(app, deps, kind)
    addShowDocument(app, deps, kind)
  }
  addPreviewOrder(app, deps)
  addCreateChangeLink(app, deps)
  addShowChange(app, deps)
  addChangePolicy(app, deps)
  addCancelPolicy(app, deps)
  addReinstatePolicy(app, deps)
  addShowRenewal(app, deps)
  addDecideRenewal(app, deps, 'accept')
  addDecideRenewal(app, deps, 'decline')
  addRetryRenewal(app, deps)
  addShowPriceChange(app, deps)
  addShowVersionStatus(app, deps)
  addShowDistributor(app, deps)
  addShowItem(app, deps)
  addShowTouchpoint(app, deps)
}
