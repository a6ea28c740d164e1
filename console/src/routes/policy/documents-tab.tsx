import type { Policy } from '@bindery/sdk'
import { useCall } from '../../api/use-call.ts'
import { Empty } from '../../frame/states.tsx'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { HandoverList } from './handover-list.tsx'
import { policyWords } from './words.ts'

/** The newest document of each kind, and all that were made. */
export function DocumentsTab({ policy }: { readonly policy: Policy }) {
  const words = useWords(policyWords)
  const { moment } = useMoments()
  const { data: history } = useCall('showPolicyHistory', { params: { policyId: policy.id } })
  const made = history?.documents ?? []
  if (policy.assets.length === 0) {
    return (
      <>
        <Empty title={words.tabs.documents}>{words.noDocuments}</Empty>
        <HandoverList policyId={policy.id} />
      </>
    )
  }
  const madeAt = (asset: Policy['assets'][number]) =>
    made.find(
      (one) =>
        one.designation === asset.designation &&
        one.version_id === asset.version_id &&
        one.invoice_id === asset.invoice_id,
    )?.made_at
  return (
    <>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{words.document}</th>
            <th>{words.made}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {policy.assets.map((asset) => {
            const at = madeAt(asset)
            return (
              <tr key={asset.href}>
                <td>{asset.name}</td>
                <td>{at === undefined ? words.madeLater : moment(at)}</td>
                <td className="number">
                  <a
                    href={asset.href}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={`PDF: ${asset.name}`}
                  >
                    PDF
                  </a>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <HandoverList policyId={policy.id} />
    </>
  )
}
