import { dunningForms } from './dunning-forms.ts'
import {
  accountingForms,
  massEndorsementForms,
  approvalForms,
  customerForms,
  commissionForms,
  documentForms,
  handoverForms,
  leadForms,
  letterForms,
  mailForms,
  productForms,
  webhookForms,
  withdrawalForms,
} from './other-forms.ts'
import {
  disputeForms,
  invoiceForms,
  mandateForms,
  paymentForms,
  paymentProviderForms,
  receiptForms,
  payoutForms,
  refundForms,
} from './money-forms.ts'
import { policyForms } from './policy-forms.ts'
import { renewalForms } from './renewal-forms.ts'

/**
 * The closed catalogue of event types, each with its form. To add a type, add its form to one of
 * these.
 */
export const eventForms = {
  ...policyForms,
  ...renewalForms,
  ...dunningForms,
  ...invoiceForms,
  ...paymentForms,
  ...disputeForms,
  ...paymentProviderForms,
  ...receiptForms,
  ...mandateForms,
  ...refundForms,
  ...payoutForms,
  ...leadForms,
  ...withdrawalForms,
  ...mailForms,
  ...letterForms,
  ...documentForms,
  ...handoverForms,
  ...productForms,
  ...webhookForms,
  ...approvalForms,
  ...customerForms,
  ...accountingForms,
  ...commissionForms,
  ...massEndorsementForms,
}
