import { Button } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useAct } from '../../api/use-call.ts'
import { Failed } from '../../frame/states.tsx'
import { saveFile } from '../../list/csv.ts'
import { useMay } from '../../session/me.ts'
import { useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { backOfficeWords } from './back-office-words.ts'

/** All payouts that are ready, as one file for the bank. */
export function PayoutBatch() {
  const own = useWords(backOfficeWords)
  const money = useMoney()
  const [message, setMessage] = useState('')
  const make = useAct('exportPayouts', async ({ id, count, totals, held }) => {
    const sums = totals.map(({ amount, currency }) => money(amount, currency)).join(', ')
    setMessage(
      [
        count === 0 ? own.batchEmpty : own.batchMade(count, sums),
        held > 0 ? own.batchHeld(held) : '',
      ].join(' '),
    )
    if (count === 0) return
    const chunks: BlobPart[] = []
    for await (const chunk of client.download('downloadPayouts', { params: { batchId: id } })) {
      chunks.push(new Uint8Array(chunk))
    }
    saveFile(chunks, `${id}.csv`)
  })
  if (!useMay('payouts.export')) return null
  return (
    <>
      <span role="status" className="quiet">
        {message}
      </span>
      {make.error !== null && <Failed error={make.error} />}
      <Button size="xs" loading={make.isPending} onClick={() => make.mutate({ body: {} })}>
        {own.batch}
      </Button>
    </>
  )
}
