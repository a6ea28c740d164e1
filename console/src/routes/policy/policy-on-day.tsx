import type { Policy } from '@bindery/sdk'
import { useCall } from '../../api/use-call.ts'
import { Loaded, Skeleton, Status } from '../../frame/states.tsx'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { kindWords } from './kind-words.ts'
import { Parties } from './parties.tsx'
import type { PolicySearch } from './policy-search.ts'
import { coverTone } from './policy-head.tsx'
import { useFields } from './show-value.ts'
import { useFormOf, useText } from './use-form.ts'
import { policyWords } from './words.ts'

/** What the policy says on the day that is looked at. Values that are others today are marked. */
export function PolicyOnDay({
  policy,
  search,
  change,
}: {
  readonly policy: Policy
  readonly search: PolicySearch
  readonly change: (changed: PolicySearch) => void
}) {
  const query = {
    ...(search.day ? { as_of: search.day } : {}),
    ...(search.known ? { known_at: search.known } : {}),
  }
  const shown = useCall('showPolicy', { params: { policyId: policy.id }, query })
  return (
    <Loaded query={shown} lines={10}>
      {(then) =>
        'version_id' in then ? <Contents now={policy} then={then} {...{ search, change }} /> : null
      }
    </Loaded>
  )
}

function Contents({
  now,
  then,
  search,
  change,
}: {
  readonly now: Policy
  readonly then: Policy
  readonly search: PolicySearch
  readonly change: (changed: PolicySearch) => void
}) {
  const words = useWords(policyWords)
  const kinds = useWords(kindWords)
  const textOf = useText()
  const money = useMoney()
  const { day, moment } = useMoments()
  const { data: form, error: formError, isPending } = useFormOf(now, then.product_version_id)
  const { label, value } = useFields(form)
  // Not for a moment are there technical names and cents.
  if (isPending) return <Skeleton lines={10} />
  const plan = form?.subscription_plans.find(({ id }) => id === then.subscription_plan_id)
  const { payment_metadata: _, ...data } = then.data as Readonly<Record<string, unknown>>
  const order = [
    'first_name',
    'last_name',
    'email',
    ...(form?.items ?? [])
      .flatMap(({ quote, policy }) => [...quote, ...policy])
      .map((one) => one.name),
  ]
  const isPast = Boolean(search.day || search.known)
  const rows = (
    values: Readonly<Record<string, unknown>>,
    today: Readonly<Record<string, unknown>>,
  ) =>
    inOrder(Object.entries(values), order).map(([field, one]) => {
      const isOther = JSON.stringify(one) !== JSON.stringify(today[field])
      return (
        <div key={field} className={isOther ? 'value-other' : undefined}>
          <dt>{label(field)}</dt>
          <dd>
            <bdi>{value(field, one)}</bdi>
            {isOther && (
              <span className="quiet">
                {words.today2}: <bdi>{value(field, today[field])}</bdi>
              </span>
            )}
          </dd>
        </div>
      )
    })
  return (
    <>
      {isPast && (
        <p className="past-note" role="status">
          {words.pastNote(
            search.day ? day(search.day) : words.today,
            search.known ? moment(search.known) : null,
          )}{' '}
          <Status tone={coverTone[then.cover.state]}>{kinds.cover[then.cover.state]}</Status>
        </p>
      )}
      {formError !== null && (
        <p className="quiet" role="status">
          {words.noForm}
        </p>
      )}
      <div className="policy-columns">
        <section>
          <h2>{words.price}</h2>
          <p className="premium">{money(then.quote.gross_payment_amount, then.currency)}</p>
          <p className="quiet">
            {plan !== undefined && words.perPayment(textOf(plan.names, plan.name))}
          </p>
          {now.mandate !== undefined && (
            <p className="quiet">
              {words.mandate} {kinds.method[now.mandate.method] ?? now.mandate.method} (
              {kinds.mandate[now.mandate.status]})
            </p>
          )}
          <p>
            <button
              type="button"
              className="link-button"
              onClick={() => change({ tab: 'history' })}
            >
              {words.lastChange}
            </button>
          </p>
          <Parties policy={now} />
        </section>
        <section>
          <h2>{words.answers}</h2>
          <dl className="values">{rows(answersOf(then), answersOf(now))}</dl>
        </section>
        <section>
          <h2>{words.customerData}</h2>
          <dl className="values">
            {rows({ ...nameOf(then), ...data }, { ...nameOf(now), ...now.data })}
          </dl>
        </section>
      </div>
    </>
  )
}

function answersOf({ quote }: Policy): Readonly<Record<string, unknown>> {
  return quote.customer_input
}

function nameOf({ first_name, last_name, email }: Policy) {
  return { first_name, last_name, email }
}

/** As the product asks for them; what it does not ask comes last. */
function inOrder(
  values: readonly (readonly [string, unknown])[],
  order: readonly string[],
): readonly (readonly [string, unknown])[] {
  const rank = (name: string) => {
    const at = order.indexOf(name)
    return at < 0 ? order.length : at
  }
  return values.toSorted(([one], [other]) => rank(one) - rank(other))
}
