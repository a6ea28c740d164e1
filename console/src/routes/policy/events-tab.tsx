import type { Policy } from '@bindery/sdk'
import { useCall } from '../../api/use-call.ts'
import { Empty, Loaded } from '../../frame/states.tsx'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { useRecordWords } from '../../words/use-record-words.ts'
import { policyWords } from './words.ts'

/** What happened, newest first, as webhooks report it. */
export function EventsTab({ policy }: { readonly policy: Policy }) {
  const words = useWords(policyWords)
  const { time } = useMoments()
  const { draw } = useRecordWords()
  const history = useCall('showPolicyHistory', { params: { policyId: policy.id } })
  return (
    <Loaded query={history} lines={8}>
      {({ events }) =>
        events.length === 0 ? (
          <Empty title={words.noEvents} />
        ) : (
          <div className="table-scroll" tabIndex={0} role="region" aria-label={words.tabs.events}>
            <table className="plain-table">
              <thead>
                <tr>
                  <th>{words.moment}</th>
                  <th>{words.event}</th>
                </tr>
              </thead>
              <tbody>
                {events.toReversed().map(({ id, type, created_at: at, clock_at: clockAt }) => (
                  <tr key={id}>
                    <td>{time(clockAt ?? at)}</td>
                    <td>{draw(type)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </Loaded>
  )
}
