import type { ListedDunningHold, Policy } from '@bindery/sdk'
import { sheetWords } from '../../../act/words.ts'
import { useAct } from '../../../api/use-call.ts'
import { Failed } from '../../../frame/states.tsx'
import { showToast } from '../../../frame/toasts.tsx'
import { useWords } from '../../../words/language.ts'
import { ActButton } from './act-button.tsx'
import { actWords } from './words.ts'

export function ReleaseHold({
  hold,
  policy,
}: {
  readonly hold: ListedDunningHold
  readonly policy: Policy
}) {
  const words = useWords(actWords)
  const sheet = useWords(sheetWords)
  const release = useAct('releaseHold', () => showToast(sheet.doneOf(words.release)))
  return (
    <>
      <ActButton
        label={words.release}
        policy={policy}
        allowed={hold.allowed.release}
        onClick={() => release.mutate({ params: { holdId: hold.id } })}
      />
      {release.error !== null && <Failed error={release.error} />}
    </>
  )
}
