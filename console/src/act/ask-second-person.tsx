import { operations } from '@bindery/sdk/generated'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useAct } from '../api/use-call.ts'
import { partsOf, pathOf } from '../code/as-text.ts'
import type { ShownCall } from '../code/shown-call.ts'
import { Refusal } from '../frame/refusal.tsx'
import { useMay } from '../session/me.ts'
import { useMoments } from '../words/formats.ts'
import { useWords } from '../words/language.ts'
import { ActAsCode } from './act-as-code.tsx'
import { LongField } from './fields.tsx'
import { secondPersonWords } from './second-person-words.ts'

/** In place of a refusal: asks for the approval of the very call that was refused. */
export function AskSecondPerson({ call }: { readonly call: ShownCall }) {
  const words = useWords(secondPersonWords)
  const body = Object(partsOf(call).body) as Readonly<Record<string, unknown>> // Of an object, if any.
  const [reason, setReason] = useState(typeof body['reason'] === 'string' ? body['reason'] : '')
  const ask = useAct('requestApproval')
  const written = reason.trim()
  const { method } = operations[call.id]
  if (method === 'GET') throw new Error('who only reads needs no second person')
  if (ask.data !== undefined) return <Asked expiresAt={ask.data.expires_at} />
  const request = {
    body: {
      method,
      path: pathOf(call),
      ...(partsOf(call).body === undefined ? {} : { body }),
      reason: written,
    },
  }
  return (
    <div className="state state-attention second-person" role="alert">
      <h2>{words.needed}</h2>
      <p>{words.hint}</p>
      <LongField label={words.reason} value={reason} onChange={setReason} />
      {ask.error !== null && <Refusal error={ask.error} />}
      <Button
        size="xs"
        disabled={written === ''}
        loading={ask.isPending}
        onClick={() => ask.mutate(request)}
      >
        {words.ask}
      </Button>
      <ActAsCode call={{ id: 'requestApproval', request }} />
    </div>
  )
}

/** Where the request waits, and until when. The button that had the focus is gone. */
function Asked({ expiresAt }: { readonly expiresAt: string }) {
  const words = useWords(secondPersonWords)
  const { moment } = useMoments()
  const maySee = useMay('approvals.read')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="state">
      <h2 ref={heading} tabIndex={-1}>
        {words.asked}
      </h2>
      <p>{words.waitsUntil(moment(expiresAt))}</p>
      {maySee && (
        <Link to="/approvals" search={{ status: 'pending' }}>
          {words.open}
        </Link>
      )}
    </div>
  )
}
