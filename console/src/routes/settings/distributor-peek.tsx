import type { Account } from '@bindery/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCall } from '../../api/use-call.ts'
import { CopyId } from '../../frame/copy-id.tsx'
import { Loaded } from '../../frame/states.tsx'
import { Facts } from '../../list/peek.tsx'
import { useMay, useMe } from '../../session/me.ts'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { distributorWords } from './distributor-words.ts'

const newestMax = '5'

/** A distributor: what it sold last, what it earns, and the keys that it sells with. */
export function DistributorPeek({ of }: { readonly of: Account }) {
  const words = useWords(distributorWords)
  const may = {
    policies: useMay('policies.read'),
    commission: useMay('commission.read'),
    keys: useMay('keys.read'),
  }
  return (
    <>
      <Facts
        of={[
          [words.key, <code key="key">{of.key}</code>],
          [words.id, <CopyId key="id" id={of.id} />],
        ]}
      />
      {may.policies && <Newest of={of} />}
      {may.commission && of.kind === 'distributor' && <Commission of={of} />}
      {may.keys && <Keys of={of} />}
    </>
  )
}

function Newest({ of }: { readonly of: Account }) {
  const words = useWords(distributorWords)
  const money = useMoney()
  const { time } = useMoments()
  const query = { distributor_id: of.id, limit: newestMax }
  const policies = useCall('searchPolicies', { query })
  return (
    <Part title={words.policies}>
      <Loaded query={policies} lines={3}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="quiet">{words.noPolicies}</p>
          ) : (
            <ul className="rows">
              {rows.map((one) => (
                <li key={one.id}>
                  <Link to={`/policies/${one.id}`}>{one.insurer_policy_id}</Link>
                  <span className="quiet">{time(one.created_at)}</span>
                  <span>{money(one.gross_payment_amount, one.currency)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <p>
        <Link to="/policies" search={{ distributor_id: of.id }}>
          {words.allPolicies}
        </Link>
        {' · '}
        <Link to="/offers" search={{ distributor_id: of.id }}>
          {words.offers}
        </Link>
      </p>
    </Part>
  )
}

function Commission({ of }: { readonly of: Account }) {
  const words = useWords(distributorWords)
  const { day } = useMoments()
  const agreed = useCall('listCommissionAgreements', { params: { distributorId: of.id } })
  return (
    <Part title={words.commission}>
      <Loaded query={agreed} lines={2}>
        {({ agreements }) =>
          agreements.length === 0 ? (
            <p className="quiet">{words.noAgreement}</p>
          ) : (
            <ul className="rows">
              {agreements.map((one) => (
                <li key={one.id}>
                  <span>{words.agreement(day(one.first_day))}</span>
                  <span className="quiet">
                    {[
                      words.earned[one.earned],
                      words.liability(one.liability_months),
                      words.payout[one.payout],
                    ].join(', ')}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <p>
        <Link to="/commission" search={{ distributor_id: of.id }}>
          {words.statements}
        </Link>
      </p>
    </Part>
  )
}

function Keys({ of }: { readonly of: Account }) {
  const words = useWords(distributorWords)
  const { day } = useMoments()
  const { world } = useMe()
  const keys = useCall('listKeys')
  const isOurs = (key: { account_id: string; livemode: boolean; revoked_at: string | null }) =>
    key.account_id === of.id && key.livemode === (world.mode === 'live') && key.revoked_at === null
  return (
    <Part title={words.keys}>
      <Loaded query={keys} lines={2}>
        {(all) => {
          const its = all.filter(isOurs)
          if (its.length === 0) return <p className="quiet">{words.noKeys}</p>
          return (
            <ul className="rows">
              {its.map((key) => (
                <li key={key.id}>
                  <span>{key.name}</span>
                  <span className="quiet">
                    {words.kinds[key.kind]} …{key.hint},{' '}
                    {key.last_used_on === null
                      ? words.neverUsed
                      : words.lastUsed(day(key.last_used_on))}
                  </span>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
      <p>
        <Link to="/keys">{words.allKeys}</Link>
      </p>
    </Part>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
