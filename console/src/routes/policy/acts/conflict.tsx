import type { Policy } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { useCall } from '../../../api/use-call.ts'
import { Loaded } from '../../../frame/states.tsx'
import { useWords } from '../../../words/language.ts'
import { Comparison } from '../comparison.tsx'
import { actWords } from './words.ts'

/** What somebody else did beside what was entered here, which can be applied again. */
export function Conflict({
  policy,
  seen,
  mine,
  onApply,
}: {
  readonly policy: Policy
  readonly seen: string
  readonly mine: readonly string[]
  readonly onApply: () => void
}) {
  const words = useWords(actWords)
  const timeline = useCall('showTimeline', { params: { policyId: policy.id } })
  return (
    <div className="sheet-form" role="alert">
      <h3>{words.conflictTitle}</h3>
      <p className="quiet">{words.applyHint}</p>
      <div className="conflict">
        <section>
          <h3>{words.theirs}</h3>
          <Loaded query={timeline} lines={3}>
            {({ versions, version_id: current }) => (
              <>
                <p>{versions.find(({ id }) => id === current)?.summary}</p>
                <Comparison policy={policy} from={seen} to={current} />
              </>
            )}
          </Loaded>
        </section>
        <section>
          <h3>{words.mine}</h3>
          <ul className="mine">
            {mine.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      </div>
      <div className="sheet-acts">
        <Button onClick={onApply} data-autofocus>
          {words.applyAgain}
        </Button>
      </div>
    </div>
  )
}
