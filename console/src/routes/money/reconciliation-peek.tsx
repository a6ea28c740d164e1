import type { RowOf } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { TextField } from '../../act/fields.tsx'
import { mayBegin } from '../../act/may-begin.ts'
import { useAct, useCall } from '../../api/use-call.ts'
import { CopyId } from '../../frame/copy-id.tsx'
import { Failed, Loaded } from '../../frame/states.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { Facts } from '../../list/peek.tsx'
import { useColleagues } from '../../words/colleagues.ts'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { ActButton } from '../policy/acts/act-button.tsx'
import { plainName } from '../policy/use-form.ts'
import { reconciliationWords } from './reconciliation-words.ts'

type Item = RowOf<'searchReconciliation'>

/** Both sides of a movement, why they differ, and what one does about it. */
export function ReconciliationPeek({ item }: { readonly item: Item }) {
  const words = useWords(reconciliationWords)
  const { day, time } = useMoments()
  const money = useMoney()
  const { currency, amount, own_amount: own, problem, fee } = item
  const causes: Readonly<Record<string, string>> = words.causes
  const problems: Readonly<Record<string, string>> = words.problems
  const here = problem === 'not_here' ? words.nothing : words.undecided
  return (
    <>
      <h3>{words.bothSides}</h3>
      <Facts
        of={[
          [words.state, words.states[item.state]],
          [words.problem, problem && problems[problem]],
          [words.there, amount === null ? words.nothing : money(amount, currency)],
          [words.here, own === null ? here : money(own, currency)],
          [words.difference, money(item.difference, currency)],
          [words.fee, fee !== 0 && money(fee, currency)],
          [words.happened, time(item.happened_at)],
          [words.valueDate, item.value_date && day(item.value_date)],
        ]}
      />
      {problem !== null && (
        <>
          <h3>{words.cause}</h3>
          <p>{causes[problem]}</p>
        </>
      )}
      {item.acceptance !== null && <Accepted item={item} acceptance={item.acceptance} />}
      {item.state === 'unmatched' && <Accept item={item} />}
      {item.payment_id !== null && <Movements paymentId={item.payment_id} />}
      <Facts
        of={[
          [words.provider, plainName(item.provider)],
          [words.type, item.type && plainName(item.type)],
          [words.reference, item.reference && <CopyId key="reference" id={item.reference} />],
          [words.source, item.source && <CopyId key="source" id={item.source} />],
          [words.payment, item.payment_id && <CopyId key="payment" id={item.payment_id} />],
          [words.refund, item.refund_id && <CopyId key="refund" id={item.refund_id} />],
          [words.id, <CopyId key="id" id={item.id} />],
        ]}
      />
    </>
  )
}

/** A difference that stays: who knows it says why. */
function Accept({ item }: { readonly item: Item }) {
  const words = useWords(reconciliationWords)
  const money = useMoney()
  const [reason, setReason] = useState('')
  const accept = useAct('acceptDifference', () => showToast(words.acceptedNow))
  const { id, difference, currency, allowed } = item
  if (allowed === undefined) return null
  if (!mayBegin(allowed.accept)) return <p className="quiet">{allowed.accept.reason}</p>
  return (
    <form
      className="review review-form"
      onSubmit={(event) => {
        event.preventDefault()
        accept.mutate({ params: { itemId: id }, body: { reason, difference } })
      }}
    >
      <h3>{words.acceptTitle}</h3>
      <p>{words.acceptHint}</p>
      <TextField label={words.reason} value={reason} onChange={setReason} />
      <div>
        <Button
          size="xs"
          variant="default"
          type="submit"
          disabled={reason.trim() === ''}
          loading={accept.isPending}
        >
          {words.accept(money(difference, currency))}
        </Button>
      </div>
      {accept.error !== null && <Failed error={accept.error} />}
    </form>
  )
}

/** Who has accepted it and why, and the way back. */
function Accepted({
  item: { id, allowed },
  acceptance: { by, at, reason },
}: {
  readonly item: Item
  readonly acceptance: NonNullable<Item['acceptance']>
}) {
  const words = useWords(reconciliationWords)
  const { moment } = useMoments()
  const { nameOf } = useColleagues()
  const reopen = useAct('reopenDifference', () => showToast(words.reopened))
  return (
    <>
      <h3>{words.accepted}</h3>
      <Facts
        of={[
          [words.reason, reason],
          [words.acceptedBy, nameOf(by) ?? words.someone],
          [words.acceptedAt, moment(at)],
        ]}
      />
      <div className="review">
        <ActButton
          label={words.reopen}
          allowed={allowed?.reopen}
          onClick={() => reopen.mutate({ params: { itemId: id } })}
        />
        {reopen.error !== null && <Failed error={reopen.error} />}
      </div>
    </>
  )
}

/** The amounts are of all of them together, so each is shown. */
function Movements({ paymentId }: { readonly paymentId: string }) {
  const words = useWords(reconciliationWords)
  const { time } = useMoments()
  const money = useMoney()
  const items = useCall('searchReconciliation', { query: { payment_id: paymentId } })
  return (
    <>
      <h3>{words.movements}</h3>
      <Loaded query={items} lines={2}>
        {(rows) => (
          <ul className="rows">
            {rows.map((one) => (
              <li key={one.id}>
                <span>{words.kinds[one.kind]}</span>
                <span className="quiet">{time(one.happened_at)}</span>
                <span className="number">
                  {one.amount === null ? words.nothing : money(one.amount, one.currency)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  )
}
