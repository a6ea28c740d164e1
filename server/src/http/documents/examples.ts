import { ids, linkTo } from '../wire/example-ids.ts'

const document = (kind: 'offers' | 'policies', designation: string, name: string) => ({
  designation,
  name,
  extension: 'pdf',
  language: 'en',
  version_id: ids.policyVersion,
  invoice_id: null,
  href: linkTo(
    `/policies/${kind}/${ids.policy}/assets/${ids.policyVersion}/${designation}.pdf?token=${ids.assetToken}`,
  ).href,
})

export const offerDocumentsExample = [
  document('offers', 'offer', 'Offer'),
  document('offers', 'terms', 'Terms and conditions'),
]

export const policyDocumentsExample = [
  document('policies', 'policy', 'Policy'),
  document('policies', 'terms', 'Terms and conditions'),
]

const cover = { start_date: '2029-01-01', end_date: null, in_force: false }

export const offerAssetsExample = { policy_id: ids.policy, documents: offerDocumentsExample, cover }

export const policyAssetsExample = {
  policy_id: ids.policy,
  documents: policyDocumentsExample,
  cover,
}
