/** The ids and tokens of the sale that the examples tell: made up, but of the true form. */
export const ids = {
  distributor: 'acc_01af108424003b7d814717e52b7b',
  insurer: 'acc_01af10842400388d6e92211a7176',
  product: 'pr_01af10842400889871db018f4c93',
  productVersion: 'prv_01af10842400d2cf30c3f4135c63',
  item: 'ins_01af108424008227931ea1d29cf0',
  plan: 'pp_01af108424003c74e4e216b2ceb7',
  integration: 'in_01af10842400e0c9aa4dd50875c7',
  integrationVersion: 'inv_01af1084240052d933cf720a37e8',
  pricingLogic: 'pl_01af108424002b51e903de329ff9',
  pricingRevision: 'plr_01af10842400d09da24d77f08815',
  policy: 'tpol_01b0acc58e2037776d4164838825',
  policyVersion: 'tpv_01b0acc58e200b72bfdc34a115db',
  cancelledVersion: 'tpv_01b0acc58e2008596ff2922672d5',
  customer: 'tcu_01b0acc58e20768804a4d7f2998c',
  payment: 't01b0acc58e2041854d052f4f76686186',
  refund: 'ref_01b0acc58e20670395503b052a6a',
  quoteToken: '01b0acc58e202a700c3b996a633baef15687ac9e868e0e47aaaacc3934c327d6524deed5fa22',
  paymentToken: '7a8e50790bea1ddc71a1b54db570ccc024a53a9a50b07a87f275c3534450a499',
  assetToken: '71bb5a056b80de64c4605727a3f246aa5a0564e37439a5bbaf886a1674964159',
  policyNumber: 'CYB-7K2MPQ4X',
} as const

/** The examples tell one sale of the cyber product from beginning to end, of this morning. */
export const moment = '2028-11-20T09:15:00+00:00'

/** Where the service of the examples runs. */
const address = 'https://api.insurer.example'
export const linkTo = (path: string) => ({ href: address + path })
