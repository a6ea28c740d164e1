import type { Customer } from '@bindery/sdk'
import { useCall } from '../../api/use-call.ts'
import { useWords } from '../../words/language.ts'
import { customerWords } from './words.ts'

/** A person with more policies finds the rest on the pages of these. */
const policiesMax = 12

/** The newest documents of each policy. */
export function CustomerDocuments({ customer }: { readonly customer: Customer }) {
  return (
    <ul className="rows">
      {customer.policies
        .slice(0, policiesMax)
        .map(({ policy_id: id, insurer_policy_id: number }) => (
          <OfPolicy key={id} policyId={id} number={number} />
        ))}
    </ul>
  )
}

function OfPolicy({ policyId, number }: { readonly policyId: string; readonly number: string }) {
  const words = useWords(customerWords)
  const { data } = useCall('showPolicy', { params: { policyId } })
  const assets = data !== undefined && 'assets' in data ? data.assets : []
  return (
    <li>
      <span>{number}</span>
      <span className="document-links">
        {assets.length === 0 && <span className="quiet">{words.noDocuments}</span>}
        {assets.map((asset) => (
          <a key={asset.href} href={asset.href} target="_blank" rel="noreferrer">
            {asset.name}
          </a>
        ))}
      </span>
    </li>
  )
}
