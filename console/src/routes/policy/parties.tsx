import type { Policy } from '@bindery/sdk'
import { useCall } from '../../api/use-call.ts'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { kindWords } from './kind-words.ts'
import { policyWords } from './words.ts'

/** Who else has a part in the policy. */
export function Parties({ policy }: { readonly policy: Policy }) {
  const words = useWords(policyWords)
  const kinds = useWords(kindWords)
  const { day } = useMoments()
  const { data } = useCall('showParties', { params: { policyId: policy.id } })
  const others = data?.parties.filter(
    ({ role, is_current: isCurrent }) => isCurrent && role !== 'policyholder',
  )
  if (others === undefined || others.length === 0) return null
  return (
    <>
      <h2>{words.parties}</h2>
      <ul className="rows">
        {others.map((party) => (
          <li key={party.id ?? party.role}>
            <bdi>{`${party.first_name ?? ''} ${party.last_name ?? ''}`}</bdi>
            <span className="quiet">
              {kinds.party[party.role]}, {words.since(day(party.from))}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
