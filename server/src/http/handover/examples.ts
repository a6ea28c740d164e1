import { ids, linkTo, moment } from '../wire/example-ids.ts'

const hrefOf = (designation: string) =>
  linkTo(
    `/policies/offers/${ids.policy}/assets/${ids.policyVersion}/${designation}.pdf?token=${ids.assetToken}&handover=true`,
  ).href

export const handoverOfOfferExample = {
  policy_id: ids.policy,
  required: true,
  complete: false,
  documents: [
    {
      designation: 'ipid',
      kind: 'ipid',
      name: 'Informationsblatt zum Produkt',
      language: 'de',
      href: hrefOf('ipid'),
      handed_over_at: moment,
      by: 'download',
    },
    {
      designation: 'terms',
      kind: 'terms',
      name: 'Versicherungsbedingungen',
      language: 'de',
      href: hrefOf('terms'),
      handed_over_at: null,
      by: null,
    },
  ],
}

export const handoverExample = {
  policy_id: ids.policy,
  required: true,
  complete: false,
  missing: ['terms'],
  records: [
    {
      designation: 'ipid',
      kind: 'ipid',
      language: 'de',
      version_id: ids.policyVersion,
      content_hash: 'f2ca1bb6c7e907d06dafe4687e579fce76b37e4e93b7605022da52e6ccc26fd2',
      by: 'download',
      mail_id: null,
      handed_over_at: moment,
      voided_at: null,
    },
  ],
}
