import type { RowOf } from '@bindery/sdk'
import type { Tone } from '../../frame/states.tsx'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { type ListPlace, listPage } from '../../list/list-page.tsx'
import { useWords } from '../../words/language.ts'
import { massTitles } from './titles.ts'
import { massWords } from './words.ts'

type Run = RowOf<'listMassEndorsements'>

export const runTones: Readonly<Record<Run['status'], Tone>> = {
  draft: 'quiet',
  previewing: 'quiet',
  previewed: 'attention',
  running: 'quiet',
  stopped: 'attention',
  done: 'settled',
}

function RunList(place: ListPlace) {
  const words = useWords(massWords)
  const { text, day, moment, state, count, id, names } = useColumnKinds<Run>()
  return (
    <List
      {...place}
      call="listMassEndorsements"
      keyOf={(run) => run.id}
      pathOf={(run) => `/runs/${run.id}`}
      columns={[
        text('kind', words.kind, (run) => words.kinds[run.kind], { width: 180 }),
        state('status', words.status, (run) => run.status, words.statuses, runTones),
        text('product', words.product, (run) => names.product(run.product_id)),
        day('day', words.day, (run) => run.effective_date),
        count('policies', words.policies, (run) => (run.result ?? run.preview)?.policies ?? 0),
        text('reason', words.reason, (run) => run.reason, { grows: true, width: 200 }),
        moment('created', words.created, (run) => run.created_at),
        id('id', 'Id', (run) => run.id),
      ]}
      empty={{ title: words.noRuns, hint: words.noRunsHint }}
    />
  )
}

export const page = listPage(massTitles, 'runs', RunList)
