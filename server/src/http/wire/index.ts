import type { App } from '../deps.ts'
import { accountSchema } from './account.ts'
import { assetSchema, assetsSchema } from './assets.ts'
import {
  acceptedOrderSchema,
  cancelPolicyBody,
  reinstatePolicyBody,
  versionStatusSchema,
} from './cancellation.ts'
import { coverSchema, policyCoverSchema } from './cover.ts'
import { orderPreviewSchema, previewOrderBody } from './preview.ts'
import { changeLinkSchema, createChangeLinkBody, openedChangeSchema } from './change-link.ts'
import { changePolicyBody } from './change.ts'
import { errorSchema, fieldErrorSchema } from './error.ts'
import { formSchemas } from './form.ts'
import { createLeadBody, createdLeadSchema, leadSchema } from './lead.ts'
import { createOfferBody, createdOfferSchema, offerSchema } from './offer.ts'
import {
  createPaymentBody,
  voidPaymentBody,
  createdPaymentSchema,
  nextActionSchema,
  paymentSchema,
  publicPaymentSchema,
  refundSchema,
} from './payment.ts'
import { policySchema, publicPolicySchema } from './policy.ts'
import { createQuoteBody, quoteOfPolicySchema, quoteSchema, quotedChangeSchema } from './quote.ts'
import { priceChangeSchema } from './price-change.ts'
import { renewalSchema, retryRenewalBody } from './renewal.ts'
import { linkSchema, orderLinkSchema } from './schema.ts'
import { smallRecordSchema } from './small-record.ts'
import { okSchema } from './ok.ts'

/** The schemas that routes and other schemas refer to by name, in the order of a sale. */
const schemas = [
  formSchemas.form,
  formSchemas.question,
  createQuoteBody,
  quoteSchema,
  quotedChangeSchema,
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
  refundSchema,
  policySchema,
  publicPolicySchema,
  quoteOfPolicySchema,
  accountSchema,
  createChangeLinkBody,
  changeLinkSchema,
  openedChangeSchema,
  changePolicyBody,
  cancelPolicyBody,
  orderPreviewSchema,
  previewOrderBody,
  reinstatePolicyBody,
  priceChangeSchema,
  renewalSchema,
  retryRenewalBody,
  acceptedOrderSchema,
  versionStatusSchema,
  coverSchema,
  policyCoverSchema,
  assetSchema,
  assetsSchema,
  smallRecordSchema,
  linkSchema,
  orderLinkSchema,
  okSchema,
  errorSchema,
  fieldErrorSchema,
]

export function addSchemas(app: App): void {
  for (const schema of schemas) app.addSchema(schema)
}
