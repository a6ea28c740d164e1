import type { InvoiceDocuments, KeyedJob } from '../jobs/index.ts'

/** The news that an invoice has its number, so that its document can be made: once, whoever asks. */
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
