import { Button } from '@mantine/core'
import { mayBegin } from '../../act/may-begin.ts'
import { useAct } from '../../api/use-call.ts'
import { Failed } from '../../frame/states.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import type { Run } from './run-type.ts'
import { massWords } from './words.ts'

/** Started for exactly what was previewed; stopped; resumed. */
export function RunActs({ run }: { readonly run: Run }) {
  const words = useWords(massWords)
  const { day } = useMoments()
  const money = useMoney()
  const start = useAct('startMassEndorsement', () => showToast(words.started))
  const stop = useAct('stopMassEndorsement', () => showToast(words.stopped))
  const resume = useAct('resumeMassEndorsement', () => showToast(words.resumed))
  const request = { params: { massEndorsementId: run.id } }
  const error = start.error ?? stop.error ?? resume.error
  const { allowed } = run
  const refund = (run.kind === 'cancellation' ? (run.preview?.money ?? []) : [])
    .filter((row) => row.premium_after < 0)
    .map((row) => money(-row.premium_after, row.currency))
    .join(', ')
  const act = words.startDay(
    words.start(words.kinds[run.kind], (run.preview?.applied ?? 0).toLocaleString()),
    day(run.effective_date),
  )
  const verb = refund === '' ? act : words.withRefund(act, refund)
  return (
    <>
      {error !== null && <Failed error={error} />}
      {run.status === 'previewed' && (
        <Button
          size="xs"
          disabled={!mayBegin(allowed.start) || run.preview?.applied === 0}
          title={allowed.start.reason ?? undefined}
          loading={start.isPending}
          onClick={() => start.mutate(request)}
        >
          {verb}
        </Button>
      )}
      {run.status === 'running' && (
        <Button
          size="xs"
          variant="default"
          disabled={!allowed.stop.allowed}
          title={allowed.stop.reason ?? undefined}
          onClick={() => stop.mutate(request)}
        >
          {words.stop}
        </Button>
      )}
      {run.status === 'stopped' && (
        <Button
          size="xs"
          disabled={!mayBegin(allowed.resume)}
          title={allowed.resume.reason ?? undefined}
          onClick={() => resume.mutate(request)}
        >
          {words.resume}
        </Button>
      )}
    </>
  )
}
