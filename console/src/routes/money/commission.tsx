import type { RowOf } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { DayField, TextField } from '../../act/fields.tsx'
import { useAct } from '../../api/use-call.ts'
import { Failed, type Tone } from '../../frame/states.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { type ListPlace, listPage } from '../../list/list-page.tsx'
import { Facts } from '../../list/peek.tsx'
import { StreamedExportButton } from '../../list/streamed-export-button.tsx'
import { useMay } from '../../session/me.ts'
import { today, useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { useNames } from '../../words/names.ts'
import { backOfficeWords } from './back-office-words.ts'
import { moneyTitles } from './titles.ts'

type Statement = RowOf<'searchCommissionStatements'>

const tones: Readonly<Record<Statement['state'], Tone>> = {
  open: 'attention',
  done: 'settled',
  carried_forward: 'quiet',
}

function StatementList(place: ListPlace) {
  const words = useWords(backOfficeWords)
  const { text, day, money, count, state, id, names } = useColumnKinds<Statement>()
  return (
    <List
      {...place}
      call="searchCommissionStatements"
      keyOf={(statement) => statement.id}
      peek={(statement) => ({
        title: `${names.distributor(statement.distributor_id)}, ${statement.month}`,
        content: <StatementPeek key={statement.id} of={statement} />,
      })}
      columns={[
        text('month', words.month, (one) => one.month, { width: 90 }),
        text('distributor', words.distributor, (one) => names.distributor(one.distributor_id), {
          grows: true,
        }),
        state('state', words.state, (one) => one.state, words.statementStates, tones),
        money('earned', words.earned, (one) => one.earned),
        money('clawed', words.clawedBack, (one) => one.clawed_back),
        money('carried', words.carriedForward, (one) => one.carried_forward),
        money('balance', words.balance, (one) => one.balance),
        count('entries', words.entries, (one) => one.entries),
        day('done', words.doneOn, (one) => one.done_on),
        id('id', 'Id', (one) => one.id),
      ]}
      filters={[
        { name: 'state', title: words.state, choices: choicesOf(words.statementStates) },
        { name: 'distributor_id', title: words.distributor, choices: names.distributors },
        { name: 'month', title: words.month },
      ]}
      empty={{ title: words.noStatements, hint: words.noStatementsHint }}
    />
  )
}

function StatementPeek({ of }: { readonly of: Statement }) {
  const words = useWords(backOfficeWords)
  const money = useMoney()
  const { day } = useMoments()
  const names = useNames()
  const maySettle = useMay('commission.settle')
  const amount = (cents: number) => money(cents, of.currency)
  return (
    <>
      <Facts
        of={[
          [words.state, words.statementStates[of.state]],
          [words.carriedForward, amount(of.carried_forward)],
          [words.earned, amount(of.earned)],
          [words.clawedBack, amount(of.clawed_back)],
          [words.balance, amount(of.balance)],
          [words.doneOn, of.done_on && day(of.done_on)],
          [words.reference, of.reference],
        ]}
      />
      <div className="act-row">
        <StreamedExportButton
          call="exportCommissionStatement"
          request={{ params: { statementId: of.id }, query: {} }}
          name={`${names.distributor(of.distributor_id)} ${of.month}`}
        />
      </div>
      {of.state === 'open' && maySettle && <Finish of={of} />}
    </>
  )
}

function Finish({ of }: { readonly of: Statement }) {
  const words = useWords(backOfficeWords)
  const [on, setOn] = useState(today())
  const [reference, setReference] = useState('')
  const finish = useAct('finishCommissionStatement', () => showToast(words.finished))
  return (
    <form
      className="review review-form"
      onSubmit={(event) => {
        event.preventDefault()
        const body = { done_on: on, reference: reference.trim() }
        finish.mutate({ params: { statementId: of.id }, body })
      }}
    >
      <h3>{words.finish}</h3>
      <DayField label={words.doneOn} value={on} onChange={setOn} />
      <TextField label={words.reference} value={reference} onChange={setReference} />
      <div>
        <Button
          size="xs"
          type="submit"
          disabled={reference.trim() === '' || on === ''}
          loading={finish.isPending}
        >
          {words.finish}
        </Button>
      </div>
      {finish.error !== null && <Failed error={finish.error} />}
    </form>
  )
}

export const page = listPage(moneyTitles, 'commission', StatementList)
