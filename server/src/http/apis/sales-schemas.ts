import type { App } from '../deps.ts'
import { allowedActSchema } from '../access/allowed.ts'
import { accountSchema } from '../policies/account/account.ts'
import { assetSchema, assetsSchema } from '../documents/assets.ts'
import {
  acceptedTransactionSchema,
  cancelPolicyBody,
  adjustPremiumBody,
  moveEndBody,
  reinstatePolicyBody,
  versionStatusSchema,
} from '../policies/transactions/cancellation.ts'
import { coverSchema, policyCoverSchema } from '../quotes/cover.ts'
import { transactionPreviewSchema, previewTransactionBody } from '../policies/previews/preview.ts'
import {
  endorsementLinkSchema,
  createEndorsementLinkBody,
  openedEndorsementSchema,
} from '../policies/endorsements/endorsement-link.ts'
import { endorsePolicyBody } from '../policies/endorsements/endorsement.ts'
import { deliverySchema, recordDeliveryBody } from '../policies/deliveries/delivery.ts'
import {
  mandateLinkSchema,
  mandateSetupSchema,
  openedMandateLinkSchema,
  setUpMandateBody,
} from '../policies/mandates/mandate-link.ts'
import { changePolicyholderBody, policyholderChangedSchema } from '../parties/party.ts'
import { mandateSchema, mandatesSchema, revokeMandateBody } from '../policies/mandates/mandate.ts'
import { errorSchema, fieldErrorSchema } from '../errors/error.ts'
import { handoverSchemas } from '../handover/handover.ts'
import { formSchemas } from '../forms/form.ts'
import { createLeadBody, createdLeadSchema, leadSchema } from '../leads/lead.ts'
import { createOfferBody, createdOfferSchema, offerSchema } from '../offers/offer.ts'
import {
  createPaymentBody,
  voidPaymentBody,
  createdPaymentSchema,
  nextActionSchema,
  paymentSchema,
  publicPaymentSchema,
  refundSchema,
} from '../payments/payment.ts'
import { payByLinkBody, paymentLinkSchema } from '../payment-links/payment-link.ts'
import { policySchema, publicPolicySchema } from '../policies/policy.ts'
import {
  createQuoteBody,
  quoteOfPolicySchema,
  quoteSchema,
  quotedEndorsementSchema,
} from '../quotes/quote.ts'
import { priceChangeSchema } from '../policies/price-changes/price-change.ts'
import {
  endorseNextTermBody,
  nextTermEndorsementSchema,
  nextTermEndorsementsSchema,
} from '../renewals/endorsements/next-term-endorsement.ts'
import { acceptRenewalBody, renewalSchema, retryRenewalBody } from '../renewals/renewal.ts'
import { withdrawPolicyBody, withdrawalSchema } from '../policies/withdrawal/withdrawal.ts'
import { linkSchema, transactionLinkSchema } from '../wire/schema.ts'
import { smallRecordSchema } from '../small-records/small-record.ts'
import {
  declareWithdrawalBody,
  withdrawalReceiptSchema,
} from '../withdrawals/declare-withdrawal.ts'
import { withdrawalPageSchema } from '../withdrawals/show-withdrawal-page.ts'
import { okSchema } from '../wire/ok.ts'

/** The schemas that routes and other schemas refer to by name, in the order of a sale. */
const schemas = [
  formSchemas.form,
  formSchemas.question,
  createQuoteBody,
  quoteSchema,
  quotedEndorsementSchema,
  createLeadBody,
  createdLeadSchema,
  leadSchema,
  createOfferBody,
  createdOfferSchema,
  offerSchema,
  createPaymentBody,
  voidPaymentBody,
  createdPaymentSchema,
  nextActionSchema,
  paymentSchema,
  publicPaymentSchema,
  paymentLinkSchema,
  payByLinkBody,
  refundSchema,
  policySchema,
  publicPolicySchema,
  quoteOfPolicySchema,
  accountSchema,
  createEndorsementLinkBody,
  endorsementLinkSchema,
  openedEndorsementSchema,
  endorsePolicyBody,
  cancelPolicyBody,
  transactionPreviewSchema,
  previewTransactionBody,
  adjustPremiumBody,
  moveEndBody,
  withdrawPolicyBody,
  withdrawalSchema,
  declareWithdrawalBody,
  withdrawalReceiptSchema,
  withdrawalPageSchema,
  reinstatePolicyBody,
  recordDeliveryBody,
  deliverySchema,
  mandateSchema,
  mandatesSchema,
  revokeMandateBody,
  changePolicyholderBody,
  policyholderChangedSchema,
  mandateLinkSchema,
  mandateSetupSchema,
  openedMandateLinkSchema,
  setUpMandateBody,
  priceChangeSchema,
  renewalSchema,
  acceptRenewalBody,
  retryRenewalBody,
  endorseNextTermBody,
  nextTermEndorsementSchema,
  nextTermEndorsementsSchema,
  acceptedTransactionSchema,
  versionStatusSchema,
  coverSchema,
  policyCoverSchema,
  assetSchema,
  assetsSchema,
  handoverSchemas.ofOffer,
  smallRecordSchema,
  linkSchema,
  transactionLinkSchema,
  allowedActSchema,
  okSchema,
  errorSchema,
  fieldErrorSchema,
]

export function addSchemas(app: App): void {
  for (const schema of schemas) app.addSchema(schema)
}
