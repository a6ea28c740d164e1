import { dunningForms } from './dunning-forms.ts'
import { documentForms, leadForms, productForms, webhookForms } from './other-forms.ts'
import {
  invoiceForms,
  mandateForms,
  paymentForms,
  receiptForms,
  refundForms,
} from './money-forms.ts'
import { policyForms } from './policy-forms.ts'
import { renewalForms } from './renewal-forms.ts'

/**
 * Everything that can happen, as a closed catalogue: a type is its form, so that none is without one.
 * Whoever adds a type adds its form to one of these.
 */
export const eventForms = {
  ...policyForms,
  ...renewalForms,
  ...dunningForms,
  ...invoiceForms,
  ...paymentForms,
  ...receiptForms,
  ...mandateForms,
  ...refundForms,
  ...leadForms,
  ...documentForms,
  ...productForms,
  ...webhookForms,
}
