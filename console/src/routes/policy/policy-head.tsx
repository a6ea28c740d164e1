import type { Answer, Policy } from '@bindery/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCall } from '../../api/use-call.ts'
import { CopyId } from '../../frame/copy-id.tsx'
import { Status, type Tone } from '../../frame/states.tsx'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { kindWords } from './kind-words.ts'
import { policyWords } from './words.ts'
import { useFormOf, useText } from './use-form.ts'
import { plusDays } from './use-today.ts'

export const coverTone: Readonly<Record<Policy['cover']['state'], Tone>> = {
  covered: 'settled',
  not_begun: 'quiet',
  suspended: 'attention',
  gap: 'attention',
  ended: 'quiet',
  void: 'quiet',
}

/** Who, covered until when, owes what, and what happens next. */
export function PolicyHead({ policy }: { readonly policy: Policy }) {
  const words = useWords(policyWords)
  const kinds = useWords(kindWords)
  const textOf = useText()
  const { data: form } = useFormOf(policy)
  const { cover } = policy
  const product = form === undefined ? '' : textOf(form.names, form.name)
  return (
    <section className="policy-head">
      <p className="quiet policy-under">
        {product !== '' && `${product} · `}
        {kinds.status[policy.status]}
        {policy.is_locked && ` · ${words.locked}`}
        <CopyId id={policy.id} short />
      </p>
      <dl className="facts">
        <Fact title={words.customer}>
          <Link to="/customers/$customerId" params={{ customerId: policy.customer_id }}>
            <bdi>{`${policy.first_name} ${policy.last_name}`}</bdi>
          </Link>
          <span className="quiet">{policy.email}</span>
        </Fact>
        <Fact title={words.cover}>
          <Status tone={coverTone[cover.state]}>{kinds.cover[cover.state]}</Status>
          <span className="quiet">
            <CoverDays policy={policy} />
          </span>
        </Fact>
        <Owed policy={policy} />
        <Next policy={policy} />
      </dl>
    </section>
  )
}

/** From when, until when, or since when it is so. */
function CoverDays({
  policy: { cover, localized_dates: dates, end_date: end },
}: {
  readonly policy: Policy
}) {
  const words = useWords(policyWords)
  const { day } = useMoments()
  if (cover.state === 'not_begun') return words.from(day(dates.start_date))
  if (cover.state === 'ended') return cover.first_day && words.since(day(cover.first_day))
  if (cover.last_day !== null) return words.until(day(cover.last_day))
  return end === null ? words.openEnded : words.until(day(end))
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Owed({ policy }: { readonly policy: Policy }) {
  const words = useWords(policyWords)
  const money = useMoney()
  const { day } = useMoments()
  const { data: account } = useCall('showAccount', { params: { policyId: policy.id } })
  if (account === undefined) return <Fact title={words.owes}>…</Fact>
  const [first] = account.open_invoices
  const isOverdue = first !== undefined && first.due_date < account.on
  const hasCredit = account.owed < 0
  return (
    <Fact title={hasCredit ? words.credit : words.owes}>
      <Status tone={isOverdue ? 'attention' : 'settled'}>
        {account.owed === 0 ? words.nothingOwed : money(Math.abs(account.owed), account.currency)}
      </Status>
      {first !== undefined && (
        <span className="quiet">
          {isOverdue
            ? words.overdue(day(plusDays(first.due_date, 1)))
            : words.dueOn(day(first.due_date))}
        </span>
      )}
    </Fact>
  )
}

type Timeline = Answer<'showTimeline'>

function Next({ policy }: { readonly policy: Policy }) {
  const words = useWords(policyWords)
  const money = useMoney()
  const { day } = useMoments()
  const { data: timeline } = useCall('showTimeline', { params: { policyId: policy.id } })
  const { data: cases } = useCall('searchDunning', {
    query: { policy_id: policy.id, state: 'open' },
  })
  if (timeline === undefined) return <Fact title={words.next}>…</Fact>
  const grace = cases?.[0]?.grace_until ?? null
  const next = whatIsNext(policy, timeline)
  return (
    <Fact title={words.next}>
      {grace !== null ? (
        <Status tone="attention">{words.nextLapse(day(grace))}</Status>
      ) : next.kind === 'begin' ? (
        words.nextBegin(day(next.day))
      ) : next.kind === 'end' ? (
        words.nextEnd(day(next.day))
      ) : next.kind === 'instalment' ? (
        words.nextInstalment(money(next.amount, policy.currency), day(next.day))
      ) : next.kind === 'term' ? (
        words.nextTerm(day(next.day))
      ) : (
        words.nextNothing
      )}
    </Fact>
  )
}

type Coming =
  | { readonly kind: 'begin' | 'end' | 'term'; readonly day: string }
  | { readonly kind: 'instalment'; readonly day: string; readonly amount: number }
  | { readonly kind: 'nothing' }

function whatIsNext(
  { cover, localized_dates: dates }: Policy,
  { next_instalment: next, terms, ends_on: end }: Timeline,
): Coming {
  if (cover.state === 'ended' || cover.state === 'void') return { kind: 'nothing' }
  if (end !== null) return { kind: 'end', day: end }
  if (next !== null) {
    return { kind: 'instalment', day: next.due_date, amount: next.gross_payment_amount }
  }
  if (cover.state === 'not_begun') return { kind: 'begin', day: dates.start_date.slice(0, 10) }
  if (cover.last_day !== null) return { kind: 'end', day: cover.last_day }
  const last = terms.at(-1)?.last_day ?? null
  return last === null ? { kind: 'nothing' } : { kind: 'term', day: plusDays(last, 1) }
}
