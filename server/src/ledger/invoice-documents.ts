import type { InvoiceDocuments, KeyedJob } from '../jobs/index.ts'

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
