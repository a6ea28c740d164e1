import type { Answer, Policy } from '@bindery/sdk'
import { useCall } from '../../api/use-call.ts'
import { Loaded, Status, type Tone } from '../../frame/states.tsx'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { Comparison } from './comparison.tsx'
import { kindWords } from './kind-words.ts'
import type { PolicySearch } from './policy-search.ts'
import { useFields } from './show-value.ts'
import { useFormOf } from './use-form.ts'
import { Why } from './why.tsx'
import { policyWords } from './words.ts'

type Version = Answer<'showTimeline'>['versions'][number]

const tone: Readonly<Record<Version['state'], Tone>> = {
  processing: 'attention',
  proposed: 'attention',
  active: 'settled',
  superseded: 'quiet',
  preempted: 'quiet',
  lapsed: 'quiet',
  failed: 'failed',
}

/** Those with days of their own; one that waits for its payment has them already. */
const isComparable: ReadonlySet<Version['state']> = new Set(['active', 'superseded', 'proposed'])

interface Props {
  readonly policy: Policy
  readonly search: PolicySearch
  readonly change: (changed: PolicySearch) => void
}

/** What was done to the policy, any two versions beside each other, and why the premium changed. */
export function HistoryTab(props: Props) {
  const timeline = useCall('showTimeline', { params: { policyId: props.policy.id } })
  return (
    <Loaded query={timeline} lines={8}>
      {({ versions }) => <History {...props} versions={versions} />}
    </Loaded>
  )
}

function History({
  policy,
  search,
  change,
  versions,
}: Props & { readonly versions: readonly Version[] }) {
  const words = useWords(policyWords)
  const held = versions.filter(({ state }) => isComparable.has(state))
  const to = held.find(({ id }) => id === search.to) ?? held.at(-1)
  const from = held.find(({ id }) => id === (search.from ?? to?.based_on))
  const hasTwo = from !== undefined && to !== undefined && from.id !== to.id
  return (
    <>
      <h2>{words.versions}</h2>
      <Versions policy={policy} versions={versions} change={change} />
      {held.length > 1 && to !== undefined && (
        <section className="compared" id="comparison">
          <h2>{words.compareTitle}</h2>
          <div className="compare-choice">
            <VersionChoice
              label={words.compare}
              versions={held}
              value={from?.id ?? held[0]?.id ?? ''}
              onChange={(id) => change({ from: id })}
            />
            <VersionChoice
              label={words.compareWith}
              versions={held}
              value={to.id}
              onChange={(id) => change({ to: id, from: from?.id ?? '' })}
            />
          </div>
          {hasTwo ? (
            <Comparison policy={policy} from={from.id} to={to.id} />
          ) : (
            <p className="quiet">{words.same}</p>
          )}
        </section>
      )}
      <section>
        <h2>{words.whyTitle}</h2>
        <Why policyId={policy.id} {...(hasTwo ? { from: from.id, to: to.id } : {})} />
      </section>
    </>
  )
}

function Versions({
  policy,
  versions,
  change,
}: Pick<Props, 'policy' | 'change'> & { readonly versions: readonly Version[] }) {
  const words = useWords(policyWords)
  const kinds = useWords(kindWords)
  const money = useMoney()
  const { day, moment } = useMoments()
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={words.versions}>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{words.version}</th>
            <th>{words.whatHappened}</th>
            <th>{words.effective}</th>
            <th>{words.recorded}</th>
            <th>{words.state}</th>
            <th className="number">{words.charged}</th>
          </tr>
        </thead>
        <tbody>
          {versions.toReversed().map((version) => (
            <tr key={version.id}>
              <td>
                {version.based_on === null || version.charged === undefined ? (
                  version.number
                ) : (
                  <button
                    type="button"
                    className="link-button"
                    aria-label={`${words.compare}: ${version.number}`}
                    onClick={() => change({ from: version.based_on ?? '', to: version.id })}
                  >
                    {version.number}
                  </button>
                )}
              </td>
              <td>
                <strong>{kinds.version[version.kind] ?? version.kind}</strong>
                <Summary policy={policy} version={version} />
              </td>
              <td>{day(version.effective_date)}</td>
              <td>
                <time dateTime={version.created_at} title={version.created_at}>
                  {moment(version.created_at)}
                </time>
              </td>
              <td>
                <Status tone={tone[version.state]}>{kinds.versionState[version.state]}</Status>
              </td>
              <td className="number">
                {version.charged === 0 ? '' : money(version.charged, policy.currency)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What it replaced, with the labels of the product and amounts of money; or else its sentence. */
function Summary({ policy, version }: { readonly policy: Policy; readonly version: Version }) {
  const words = useWords(policyWords)
  const { data: form, isPending } = useFormOf(policy)
  const { label, value } = useFields(form)
  const { replaced, summary } = version
  if (replaced.length === 0) return summary !== null && <p className="quiet summary">{summary}</p>
  if (isPending) return null
  return replaced.map(({ field, labels, before, after }) => (
    <p key={field} className="quiet summary">
      {words.changedFromTo(label(field, labels), value(field, before), value(field, after))}
    </p>
  ))
}

function VersionChoice({
  label,
  versions,
  value,
  onChange,
}: {
  readonly label: string
  readonly versions: readonly Version[]
  readonly value: string
  readonly onChange: (id: string) => void
}) {
  const kinds = useWords(kindWords)
  const { day } = useMoments()
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {versions.map(({ id, number, kind, effective_date: from }) => (
          <option key={id} value={id}>
            {`${number} · ${kinds.version[kind] ?? kind} · ${day(from)}`}
          </option>
        ))}
      </select>
    </label>
  )
}
