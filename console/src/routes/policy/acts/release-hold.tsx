import type { DunningHold } from '@bindery/sdk'
import { useAct } from '../../../api/use-call.ts'
import { Failed } from '../../../frame/states.tsx'
import { showToast } from '../../../frame/toasts.tsx'
import { useWords } from '../../../words/language.ts'
import { ActButton } from './act-button.tsx'
import { actWords } from './words.ts'

export function ReleaseHold({ hold }: { readonly hold: DunningHold }) {
  const words = useWords(actWords)
  const release = useAct('releaseHold', () => showToast(words.doneOf(words.release)))
  return (
    <>
      <ActButton
        label={words.release}
        allowed={hold.allowed?.release}
        onClick={() => release.mutate({ params: { holdId: hold.id } })}
      />
      {release.error !== null && <Failed error={release.error} />}
    </>
  )
}
