import type { App, HttpDeps } from '../deps.ts'
import { assetKinds } from '../documents/asset-link.ts'
import { addCancelPolicy } from '../policies/transactions/cancel-policy.ts'
import { addEndorsePolicy } from '../policies/endorsements/endorse-policy.ts'
import { addCreateEndorsementLink } from '../policies/endorsements/create-endorsement-link.ts'
import { addShowEndorsement } from '../policies/endorsements/show-endorsement.ts'
import { addCreateLead } from '../leads/create-lead.ts'
import { addCreateOffer } from '../offers/create-offer.ts'
import { addCreatePayment } from '../payments/create-payment.ts'
import { addCreateQuote } from '../quotes/create-quote.ts'
import { addPreviewTransaction } from '../policies/previews/preview-transaction.ts'
import { addReceiveCallback } from '../payments/receive-callback.ts'
import { addReceiveProviderCallback } from '../payments/receive-provider-callback.ts'
import { addAdjustPremium } from '../policies/transactions/adjust-premium.ts'
import { addMoveEnd } from '../policies/transactions/move-end.ts'
import { addReinstatePolicy } from '../policies/transactions/reinstate-policy.ts'
import { addShowAccount } from '../policies/account/show-account.ts'
import { addDecideRenewal } from '../renewals/decide-renewal.ts'
import { addRecordDelivery } from '../policies/deliveries/record-delivery.ts'
import { addCreateMandateLink } from '../policies/mandates/create-mandate-link.ts'
import { addSetUpMandate } from '../policies/mandates/set-up-mandate.ts'
import { addShowMandateLink } from '../policies/mandates/show-mandate-link.ts'
import { addChangePolicyholder } from '../parties/change-policyholder.ts'
import { addRevokeMandate } from '../policies/mandates/revoke-mandate.ts'
import { addShowMandates } from '../policies/mandates/show-mandates.ts'
import { addRecordNextTermEndorsement } from '../renewals/endorsements/record-next-term-endorsement.ts'
import { addRevokeNextTermEndorsement } from '../renewals/endorsements/revoke-next-term-endorsement.ts'
import { addShowNextTermEndorsements } from '../renewals/endorsements/show-next-term-endorsements.ts'
import { addRetryRenewal } from '../renewals/retry-renewal.ts'
import { addShowRenewal } from '../renewals/show-renewal.ts'
import { addShowAssets } from '../documents/show-assets.ts'
import { addShowDistributor } from '../small-records/show-distributor.ts'
import { addShowHandoverOfOffer } from '../handover/show-handover-of-offer.ts'
import { addShowDocument } from '../documents/show-document.ts'
import { addShowForm } from '../forms/show-form.ts'
import { addShowItem } from '../small-records/show-item.ts'
import { addShowLead } from '../leads/show-lead.ts'
import { addShowOffer } from '../offers/show-offer.ts'
import { addShowPayment } from '../payments/show-payment.ts'
import { addShowPolicy } from '../policies/show-policy.ts'
import { addShowPriceChange } from '../policies/price-changes/show-price-change.ts'
import { addShowTouchpoint } from '../small-records/show-touchpoint.ts'
import { addShowVersionStatus } from '../policies/transactions/show-version-status.ts'
import { addShowWithdrawal } from '../policies/withdrawal/show-withdrawal.ts'
import { addWithdrawPolicy } from '../policies/withdrawal/withdraw-policy.ts'
import { addDeclareWithdrawal } from '../withdrawals/declare-withdrawal.ts'
import { addPayByLink } from '../payment-links/pay-by-link.ts'
import { addShowPaymentLink } from '../payment-links/show-payment-link.ts'
import { addVoidByLink } from '../payment-links/void-by-link.ts'
import { addShowWithdrawalPage } from '../withdrawals/show-withdrawal-page.ts'
import { addVoidPayment } from '../payments/void-payment.ts'

/** The Sales API, in the order of a sale. */
export function addSales(app: App, deps: HttpDeps): void {
  addSelling(app, deps)
  addShowWithdrawalPage(app, deps)
  addShowPaymentLink(app, deps)
  addPayByLink(app, deps)
  addVoidByLink(app, deps)
  addDeclareWithdrawal(app, deps)
  addReceiveCallback(app, deps)
  addReceiveProviderCallback(app, deps)
  for (const kind of assetKinds) {
    addShowAssets(app, deps, kind)
    addShowDocument(app, deps, kind)
  }
  addShowHandoverOfOffer(app, deps)
  addShowDistributor(app, deps)
  addShowItem(app, deps)
  addShowTouchpoint(app, deps)
}

/**
 * The same calls under `/manage`, where the cookies of signed-in people are read. The document has
 * them once.
 */
export async function addSalesForPeople(app: App, deps: HttpDeps): Promise<void> {
  await app.register(
    async (scope) => {
      scope.addHook('onRoute', (route) => {
        route.schema = { ...route.schema, hide: true }
      })
      addSelling(scope, deps)
    },
    { prefix: '/manage' },
  )
}

function addSelling(app: App, deps: HttpDeps): void {
  addShowForm(app, deps)
  addCreateQuote(app, deps)
  addCreateLead(app, deps)
  addShowLead(app, deps)
  addCreateOffer(app, deps)
  addShowOffer(app, deps)
  addCreatePayment(app, deps)
  addShowPayment(app, deps)
  addVoidPayment(app, deps)
  addShowPolicy(app, deps)
  addShowAccount(app, deps)
  addPreviewTransaction(app, deps)
  addCreateEndorsementLink(app, deps)
  addShowEndorsement(app, deps)
  addEndorsePolicy(app, deps)
  addCancelPolicy(app, deps)
  addMoveEnd(app, deps)
  addAdjustPremium(app, deps)
  addShowWithdrawal(app, deps)
  addWithdrawPolicy(app, deps)
  addReinstatePolicy(app, deps)
  addRecordDelivery(app, deps)
  addShowMandates(app, deps)
  addRevokeMandate(app, deps)
  addChangePolicyholder(app, deps)
  addCreateMandateLink(app, deps)
  addShowMandateLink(app, deps)
  addSetUpMandate(app, deps)
  addShowRenewal(app, deps)
  addDecideRenewal(app, deps, 'accept')
  addDecideRenewal(app, deps, 'decline')
  addRetryRenewal(app, deps)
  addShowNextTermEndorsements(app, deps)
  addRecordNextTermEndorsement(app, deps)
  addRevokeNextTermEndorsement(app, deps)
  addShowPriceChange(app, deps)
  addShowVersionStatus(app, deps)
}
