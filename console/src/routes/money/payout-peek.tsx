import type { Answer } from '@bindery/sdk'
import { Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ChoiceField, DayField, TextField } from '../../act/fields.tsx'
import { mayBegin } from '../../act/may-begin.ts'
import { filled } from '../../act/filled.ts'
import { useAct, useCall } from '../../api/use-call.ts'
import { CopyId } from '../../frame/copy-id.tsx'
import { Failed, Loaded } from '../../frame/states.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { Facts } from '../../list/peek.tsx'
import { today, useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { ActButton } from '../policy/acts/act-button.tsx'
import { backOfficeWords } from './back-office-words.ts'
import { moneyWords } from './words.ts'

type Payout = Answer<'showPayout'>

/** Money that leaves by bank: its account, its release, and what the bank did. */
export function PayoutPeek({ id }: { readonly id: string }) {
  const payout = useCall('showPayout', { params: { payoutId: id } })
  return <Loaded query={payout}>{(shown) => <Whole payout={shown} />}</Loaded>
}

function Whole({ payout }: { readonly payout: Payout }) {
  const words = useWords(moneyWords)
  const own = useWords(backOfficeWords)
  const { day, time } = useMoments()
  const release = useAct('releasePayout', () => showToast(own.releasedNow))
  const { account, allowed, problem } = payout
  return (
    <>
      <Facts
        of={[
          [words.state, words.payoutStates[payout.state]],
          [words.problem, problem && words.payoutProblems[problem]],
          [own.account, account && `${account.country} … ${account.last4}`],
          [own.due, payout.due_date && day(payout.due_date)],
          [own.reason, payout.reason],
          [own.note, payout.note],
          [own.paidOn, payout.paid_on && day(payout.paid_on)],
          [words.created, time(payout.created_at)],
          [words.id, <CopyId key="id" id={payout.id} />],
        ]}
      />
      <p>
        <Link to={`/policies/${payout.policy_id}`}>{own.toPolicy}</Link>
      </p>
      {payout.state === 'pending' && !payout.released && (
        <div className="review">
          <ActButton
            label={own.release}
            allowed={allowed.release}
            onClick={() => release.mutate({ params: { payoutId: payout.id } })}
          />
          {release.error !== null && <Failed error={release.error} />}
        </div>
      )}
      {mayBegin(allowed.set_account) && <SetAccount payout={payout} />}
      {allowed.resolve.allowed && <Resolve payout={payout} />}
    </>
  )
}

function SetAccount({ payout }: { readonly payout: Payout }) {
  const own = useWords(backOfficeWords)
  const [iban, setIban] = useState('')
  const [holder, setHolder] = useState('')
  const set = useAct('setPayoutAccount', () => showToast(own.accountSaved))
  return (
    <form
      className="review review-form"
      onSubmit={(event) => {
        event.preventDefault()
        const body = { iban: iban.trim(), ...filled({ holder }) }
        set.mutate({ params: { payoutId: payout.id }, body })
      }}
    >
      <h3>{own.account}</h3>
      <TextField label={own.iban} value={iban} onChange={setIban} />
      <TextField label={own.holder} value={holder} onChange={setHolder} isOptional />
      <div>
        <Button
          size="xs"
          variant="default"
          type="submit"
          disabled={iban.trim() === ''}
          loading={set.isPending}
        >
          {own.setAccount}
        </Button>
      </div>
      {set.error !== null && <Failed error={set.error} />}
    </form>
  )
}

const outcomes = ['done', 'failed', 'returned', 'cancelled'] as const
type Outcome = (typeof outcomes)[number]

function Resolve({ payout }: { readonly payout: Payout }) {
  const own = useWords(backOfficeWords)
  const money = useMoney()
  // The bank can only have done what it was asked for.
  const possible = outcomes.filter((one) =>
    payout.state === 'done'
      ? one === 'returned'
      : payout.state === 'exported'
        ? one !== 'returned'
        : one === 'done' || one === 'cancelled',
  )
  const [outcome, setOutcome] = useState<Outcome>(possible[0] ?? 'done')
  const [paidOn, setPaidOn] = useState(today())
  const [isSame, setSame] = useState(false)
  const [note, setNote] = useState('')
  const resolve = useAct('resolvePayout', () => showToast(own.recorded))
  const isBack = outcome === 'failed' || outcome === 'returned'
  return (
    <form
      className="review review-form"
      onSubmit={(event) => {
        event.preventDefault()
        const body = {
          outcome,
          ...filled({
            paid_on: outcome === 'done' ? paidOn : '',
            same_account: isBack && isSame ? true : null,
            note,
          }),
        }
        resolve.mutate({ params: { payoutId: payout.id }, body })
      }}
    >
      <h3>{own.outcome}</h3>
      <ChoiceField
        label={own.outcome}
        value={outcome}
        onChange={(next) => setOutcome(possible.find((one) => one === next) ?? 'done')}
        choices={possible.map((value) => ({ value, label: own.outcomes[value] }))}
      />
      {outcome === 'done' && (
        <DayField label={own.paidOn} value={paidOn} onChange={setPaidOn} max={today()} />
      )}
      {isBack && (
        <Checkbox
          label={own.sameAccount}
          checked={isSame}
          onChange={(event) => setSame(event.currentTarget.checked)}
        />
      )}
      <TextField label={own.note} value={note} onChange={setNote} isOptional />
      <div>
        <Button size="xs" type="submit" loading={resolve.isPending}>
          {own.record(own.outcomes[outcome], money(payout.amount, payout.currency))}
        </Button>
      </div>
      {resolve.error !== null && <Failed error={resolve.error} />}
    </form>
  )
}
