import { CopyId } from '../../frame/copy-id.tsx'
import { useCall } from '../../api/use-call.ts'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { policyWords } from './words.ts'

/** What the customer received before the contract; nothing where the product hands nothing over. */
export function HandoverList({ policyId }: { readonly policyId: string }) {
  const words = useWords(policyWords).handover
  const { moment } = useMoments()
  const { data: handover } = useCall('showHandover', { params: { policyId } })
  if (handover === undefined) return null
  const { records, missing } = handover
  if (records.length === 0 && missing.length === 0) return null
  return (
    <section className="handover" aria-labelledby="handover">
      <h2 id="handover">{words.title}</h2>
      {records.length > 0 && (
        <table className="plain-table">
          <thead>
            <tr>
              <th>{words.document}</th>
              <th>{words.at}</th>
              <th>{words.by}</th>
            </tr>
          </thead>
          <tbody>
            {records.map((one) => (
              <tr key={`${one.designation} ${one.content_hash} ${one.mail_id ?? ''}`}>
                <td>
                  {one.designation} ({one.language})
                  <br />
                  SHA-256 <CopyId id={one.content_hash} />
                </td>
                <td>{moment(one.handed_over_at)}</td>
                <td>
                  {one.by === 'mail' ? words.mail : words.download}
                  {one.voided_at !== null && ` · ${words.voided(moment(one.voided_at))}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {missing.length > 0 && <p>{words.missing(missing.join(', '))}</p>}
    </section>
  )
}
