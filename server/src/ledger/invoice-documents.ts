import type { DeferralDocuments, InvoiceDocuments, KeyedJob } from '../jobs/index.ts'

/** The event that an invoice has its number, so that its document is made exactly once. */
export function invoiceDocumentsDue({
  policyId,
  invoiceId,
  occasion,
}: InvoiceDocuments): KeyedJob<'make_documents'> {
  return {
    key: `documents ${invoiceId} ${occasion}`,
    payload: { policyId, invoiceId, occasion },
  }
}

/** The job that renders the letter of a deferral. */
export function deferralDocumentsDue(payload: DeferralDocuments): KeyedJob<'make_documents'> {
  return { key: `documents ${payload.deferralId} ${payload.occasion}`, payload }
}
