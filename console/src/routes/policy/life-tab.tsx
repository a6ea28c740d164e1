import { BinderyError, type Policy } from '@bindery/sdk'
import type { ReactNode } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Loaded, Status, type Tone } from '../../frame/states.tsx'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { ReleaseHold } from './acts/release-hold.tsx'
import { RenewalActs } from './acts/renewal-acts.tsx'
import { kindWords } from './kind-words.ts'
import { Why } from './why.tsx'
import { policyWords } from './words.ts'

/** What happens by itself: dunning, the renewal, and the proof that documents arrived. */
export function LifeTab({ policy }: { readonly policy: Policy }) {
  const words = useWords(policyWords)
  return (
    <>
      <h2>{words.dunning}</h2>
      <Dunning policy={policy} />
      <h2>{words.renewal}</h2>
      <Renewal policy={policy} />
      <h2>{words.deliveries}</h2>
      <Deliveries policy={policy} />
    </>
  )
}

const caseTone = { open: 'attention', cured: 'settled', lapsed: 'failed', ended: 'quiet' } as const

function Dunning({ policy }: { readonly policy: Policy }) {
  const words = useWords(policyWords)
  const kinds = useWords(kindWords)
  const money = useMoney()
  const { day } = useMoments()
  const cases = useCall('searchDunning', { query: { policy_id: policy.id } })
  const holds = useCall('listHolds', { query: { policy_id: policy.id } })
  return (
    <>
      <Loaded query={cases} lines={2}>
        {(found) =>
          found.length === 0 ? (
            <p className="quiet">{words.noDunning}</p>
          ) : (
            <ul className="rows">
              {found.map((one) => (
                <li key={one.id}>
                  <span>
                    <Status tone={caseTone[one.state]}>
                      {one.state === 'open'
                        ? kinds.dunningStep[one.step]
                        : kinds.dunningState[one.state]}
                    </Status>{' '}
                    <span className="quiet">
                      {words.overdue(day(one.overdue_since))}
                      {one.grace_until !== null && ` · ${words.nextLapse(day(one.grace_until))}`}
                    </span>
                  </span>
                  <span className="number">{money(one.overdue, one.currency)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {holds.data?.some(({ released_at: released }) => released === null) === true && (
        <ul className="rows" aria-label={words.holds}>
          {holds.data
            .filter(({ released_at: released }) => released === null)
            .map((hold) => (
              <li key={hold.id}>
                <span>
                  <Status tone="attention">{words.heldUntil(day(hold.until))}</Status>{' '}
                  <span className="quiet">{hold.reason}</span>
                </span>
                <ReleaseHold hold={hold} policy={policy} />
              </li>
            ))}
        </ul>
      )}
    </>
  )
}

const renewalTone: Readonly<Record<string, Tone>> = {
  offered: 'attention',
  accepted: 'settled',
  done: 'settled',
  blocked: 'attention',
  knocked_out: 'failed',
}

function Renewal({ policy }: { readonly policy: Policy }) {
  const words = useWords(policyWords)
  const kinds = useWords(kindWords)
  const money = useMoney()
  const { day } = useMoments()
  const renewal = useCall('showRenewal', { params: { policyId: policy.id } })
  if (renewal.error instanceof BinderyError && !isBroken(renewal.error)) {
    return <p className="quiet">{words.noRenewal}</p>
  }
  return (
    <Loaded query={renewal} lines={2}>
      {(shown) => (
        <div className="renewal">
          <p>
            <Status tone={renewalTone[shown.state] ?? 'quiet'}>{kinds.renewal[shown.state]}</Status>
            {' · '}
            {words.nextTerm(day(shown.first_day))} ({kinds.renewalKind[shown.kind]})
          </p>
          {shown.gross_payment_amount !== null && (
            <p>
              {words.renewalPrice(
                money(shown.gross_payment_amount_before, shown.currency),
                money(shown.gross_payment_amount, shown.currency),
              )}
            </p>
          )}
          {(shown.state === 'offered' || shown.state === 'accepted') && (
            <Why policyId={policy.id} to="renewal" />
          )}
          {shown.problems.map(({ message, fix }) => (
            <p key={message} className="quiet">
              {message} {fix}
            </p>
          ))}
          <RenewalActs policy={policy} renewal={shown} />
        </div>
      )}
    </Loaded>
  )
}

/** Where there is no renewal, that is no failure. */
function isBroken({ kind }: BinderyError): boolean {
  return kind !== 'refused' && kind !== 'notFound'
}

function Deliveries({ policy }: { readonly policy: Policy }): ReactNode {
  const words = useWords(policyWords)
  const kinds = useWords(kindWords)
  const { day } = useMoments()
  const withdrawal = useCall('showWithdrawal', { params: { policyId: policy.id } })
  return (
    <Loaded query={withdrawal} lines={2}>
      {({ deliveries, is_offered: isOffered, has_begun: hasBegun, last_day: last }) => (
        <>
          {isOffered && (
            <p className="quiet">
              {hasBegun && last !== null
                ? words.withdrawalUntil(day(last))
                : words.withdrawalNotBegun}
            </p>
          )}
          {deliveries.length === 0 ? (
            !isOffered && <p className="quiet">{words.noDeliveries}</p>
          ) : (
            <ul className="rows">
              {deliveries.map((one) => (
                <li key={one.id}>
                  <span>
                    {kinds.delivery[one.document]} <span className="quiet">{one.evidence}</span>
                  </span>
                  <span>{day(one.delivered_on)}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Loaded>
  )
}
