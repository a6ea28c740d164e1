import type {
  AccountId,
  CustomerId,
  DunningCaseId,
  IntegrationId,
  InvoiceId,
  ItemId,
  LeadId,
  PaymentId,
  PolicyId,
  PolicyVersionId,
  ProductVersionId,
  QuoteId,
} from '../kernel/index.ts'
import type { PolicyDocument } from '../documents/index.ts'

type DocumentAddress = Pick<PolicyDocument, 'policyId' | 'subjectId' | 'occasion' | 'designation'>

export interface Link {
  readonly href: string
}

/** Every address that an answer may name, absolute, from the public address of the service. */
export function linksFrom(publicUrl: string) {
  const to = (path: string): Link => ({ href: publicUrl + path })
  return {
    policy: (id: PolicyId) => to(`/policies/${id}`),
    offer: (id: PolicyId) => to(`/offers/${id}`),
    lead: (id: LeadId) => to(`/leads/${id}`),
    payment: (id: PaymentId) => to(`/payments/${id}`),
    providerCallback: (provider: string, insurerId: AccountId) =>
      to(`/payments/callbacks/${provider}/${insurerId}`),
    customer: (id: CustomerId) => to(`/manage/customers/${id}`),
    invoice: (id: InvoiceId) => to(`/manage/invoices/${id}`),
    /** A quote is shown by its explanation. */
    explainedQuote: (id: QuoteId) => to(`/manage/quotes/${id}/explanation`),
    distributor: (id: AccountId) => to(`/distributors/${id}`),
    item: (id: ItemId) => to(`/items/${id}`),
    touchpoint: (id: IntegrationId) => to(`/touchpoints/${id}`),
    checkout: (id: IntegrationId) => to(`/checkout/${id}`),
    dunningCase: (id: DunningCaseId) => to(`/manage/dunning/${id}`),
    page: (path: string, query: URLSearchParams) => to(`${path}?${query}`),
    cancelPolicy: (id: PolicyId) => to(`/policies/${id}/cancel`),
    withdrawPolicy: (id: PolicyId) => to(`/policies/${id}/withdraw`),
    renewal: (id: PolicyId) => to(`/policies/${id}/renewal`),
    decideRenewal: (id: PolicyId, verb: 'accept' | 'decline', token: string | null) =>
      to(`/policies/${id}/renewal/${verb}${token === null ? '' : `?token=${token}`}`),
    adjustPremium: (id: PolicyId) => to(`/policies/${id}/adjust`),
    moveEnd: (id: PolicyId) => to(`/policies/${id}/move-end`),
    reactivatePolicy: (id: PolicyId) => to(`/policies/${id}/reactivate`),
    previewTransaction: (id: PolicyId) => to(`/policies/${id}/previews`),
    productFile: (id: ProductVersionId, file: string) =>
      to(`/checkout/product-files/${id}/${file}`),
    versionStatus: (id: PolicyId, version: PolicyVersionId) =>
      to(`/policies/${id}/versions/${version}/status`),
    offerAssets: (id: PolicyId, token: string) =>
      to(`/policies/offers/${id}/assets?token=${token}`),
    policyAssets: (id: PolicyId, token: string) =>
      to(`/policies/policies/${id}/assets?token=${token}`),
    document: ({ policyId, subjectId, occasion, designation }: DocumentAddress, token: string) => {
      const kind = occasion === 'offer' ? 'offers' : 'policies'
      return to(
        `/policies/${kind}/${policyId}/assets/${subjectId}/${designation}.pdf?token=${token}`,
      )
    },
  }
}
export type Links = ReturnType<typeof linksFrom>
