import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { callOptions } from '../../api/use-call.ts'
import { Page } from '../../frame/page.tsx'
import { useWayBack } from '../../frame/way-back.ts'
import { Loaded } from '../../frame/states.tsx'
import { useWords } from '../../words/language.ts'
import { RunActs } from './run-acts.tsx'
import { RunHead } from './run-head.tsx'
import { FirstResults, RunResults } from './run-results.tsx'
import { massTitles } from './titles.ts'
import { massWords } from './words.ts'

const lookMs = 1_000

/** A job on many policies: what it would do, how far it is, and what became of each policy. */
function RunPage() {
  useWayBack()
  const words = useWords(massWords)
  const { runs } = useWords(massTitles)
  const { runId = '' } = useParams({ strict: false })
  const run = useQuery({
    ...callOptions('showMassEndorsement', { params: { massEndorsementId: runId } }),
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'previewing' || data?.status === 'running' ? lookMs : false,
  })
  const cache = useQueryClient()
  const done = run.data?.result?.policies
  useEffect(() => {
    // More policies have a result.
    void cache.invalidateQueries({ queryKey: ['listMassEndorsementResults'] })
  }, [cache, done])
  const title = run.data === undefined ? runs : words.kinds[run.data.kind]
  return (
    <Page title={title} isWide acts={run.data !== undefined && <RunActs run={run.data} />}>
      <Loaded query={run}>
        {(shown) => (
          <div className="run">
            <RunHead run={shown} />
            {shown.result === null ? <FirstResults run={shown} /> : <RunResults run={shown} />}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

export { RunPage as page }
