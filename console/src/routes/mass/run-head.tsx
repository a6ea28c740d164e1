import { Status } from '../../frame/states.tsx'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { useNames } from '../../words/names.ts'
import { useSayCode } from './say-code.ts'
import type { Run } from './run-type.ts'
import { runTones } from './runs.tsx'
import { massWords } from './words.ts'

/** Which policies, how many, how much money, and what stands in the way. */
export function RunHead({ run }: { readonly run: Run }) {
  const words = useWords(massWords)
  const names = useNames()
  const { day } = useMoments()
  const tally = run.result ?? run.preview
  const all = run.preview?.policies ?? 0
  const done = run.result?.policies ?? 0
  return (
    <>
      <p className="run-under">
        {names.product(run.product_id)} · {words.days[run.kind]} {day(run.effective_date)}
        {run.task !== null && ` · ${run.task.title}`} · <span className="quiet">{run.reason}</span>
      </p>
      <dl className="facts">
        <div>
          <dt>{words.status}</dt>
          <dd>
            <Status tone={runTones[run.status]}>{words.statuses[run.status]}</Status>
            {run.result !== null && run.status !== 'done' && all > 0 && (
              <progress
                value={Math.min(done, all)}
                max={all}
                aria-label={words.looked(`${done} / ${all}`)}
              />
            )}
          </dd>
        </div>
        <div>
          <dt>{words.policies}</dt>
          <dd>
            {tally === null ? '…' : tally.applied.toLocaleString()}
            {tally !== null && (
              <span className="quiet">{words.looked(tally.policies.toLocaleString())}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>{run.kind === 'cancellation' ? words.refunded : words.premium}</dt>
          <dd>
            <Money run={run} />
          </dd>
        </div>
        <div>
          <dt>
            {words.skipped}, {words.failed.toLowerCase()}
          </dt>
          <dd>
            <Left run={run} />
          </dd>
        </div>
      </dl>
    </>
  )
}

/** Of a cancellation what goes back or is charged, of others the premium before and after. */
function Money({ run }: { readonly run: Run }) {
  const words = useWords(massWords)
  const money = useMoney()
  const rows = (run.result ?? run.preview)?.money ?? []
  if (rows.length === 0) return words.noMoney
  return rows.map((row) => (
    <span key={row.currency}>
      {run.kind === 'cancellation'
        ? money(-row.premium_after, row.currency)
        : money(row.premium_after, row.currency)}
      {run.kind !== 'cancellation' && (
        <span className="quiet"> {words.before(money(row.premium_before, row.currency))}</span>
      )}
    </span>
  ))
}

function Left({ run }: { readonly run: Run }) {
  const words = useWords(massWords)
  const sayCode = useSayCode()
  const tally = run.result ?? run.preview
  const codes = [
    ...Object.entries(tally?.skipped ?? {}),
    ...Object.entries(tally?.failed ?? {}),
    ...((tally?.waiting ?? 0) > 0 ? [['', tally?.waiting ?? 0] as const] : []),
  ]
  if (codes.length === 0) return words.noneSkipped
  return codes.map(([code, count]) => (
    <span key={code} className="quiet">
      {count.toLocaleString()} · {code === '' ? words.waiting : sayCode(code)}
    </span>
  ))
}
