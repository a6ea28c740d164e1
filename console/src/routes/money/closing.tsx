import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAct, useCall } from '../../api/use-call.ts'
import { CallsAsCode } from '../../frame/calls-as-code.tsx'
import { CopyId } from '../../frame/copy-id.tsx'
import { Page } from '../../frame/page.tsx'
import { Empty, Failed, Loaded, Status } from '../../frame/states.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { useMay } from '../../session/me.ts'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { ledgerWords } from './ledger-words.ts'
import { moneyTitles } from './titles.ts'

/** Months into which nothing is posted any more, and the next one. */
function Closing() {
  const words = useWords(ledgerWords)
  const { closing: title } = useWords(moneyTitles)
  const { time } = useMoments()
  const closings = useCall('listClosings')
  const mayClose = useMay('accounting.close')
  return (
    <Page title={title}>
      <Loaded query={closings}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={words.noClosings}>{words.noClosingsHint}</Empty>
          ) : (
            <table className="figures">
              <thead>
                <tr>
                  <th>{words.month}</th>
                  <th>{words.state}</th>
                  <th>{words.postings}</th>
                  <th>{words.closedAt}</th>
                  <th>{words.digest}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((one) => (
                  <tr key={one.id}>
                    <th>{one.month}</th>
                    <td>
                      <Status tone={one.state === 'closed' ? 'settled' : 'quiet'}>
                        {words.closedStates[one.state]}
                      </Status>
                    </td>
                    <td>{one.postings}</td>
                    <td>{time(one.closed_at)}</td>
                    <td>{one.digest !== null && <CopyId id={one.digest} short />}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
      {mayClose && <CloseMonth />}
    </Page>
  )
}

function CloseMonth() {
  const words = useWords(ledgerWords)
  const [month, setMonth] = useState('')
  const close = useAct('closeMonth', () => showToast(words.closed))
  const isMonth = /^\d{4}-(0[1-9]|1[0-2])$/.test(month)
  const request = { body: { month } }
  return (
    <section className="review">
      <h2>{words.closeTitle}</h2>
      <p className="quiet">{words.closeHint}</p>
      <TextInput
        label={words.month}
        placeholder="2026-10"
        w={160}
        value={month}
        onChange={(event) => setMonth(event.currentTarget.value.trim())}
      />
      {isMonth && (
        <>
          <Button loading={close.isPending} onClick={() => close.mutate(request)}>
            {words.close(month)}
          </Button>
          {close.error !== null && <Failed error={close.error} />}
          <CallsAsCode calls={[{ id: 'closeMonth', request }]} />
        </>
      )}
    </section>
  )
}

export { Closing as page }
