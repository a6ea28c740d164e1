import type { CallRequest } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ChoiceField, DayField, LongField, TextField } from '../../act/fields.tsx'
import { Sheet } from '../../act/sheet.tsx'
import { client } from '../../api/client.ts'
import { useAct } from '../../api/use-call.ts'
import { Failed } from '../../frame/states.tsx'
import { useFilters } from '../../list/use-filters.ts'
import { today } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { useNames } from '../../words/names.ts'
import { AssigneeField } from '../work/task-fields.tsx'
import { matchingPolicies, otherFilters, policiesMax } from './matching-policies.ts'
import { massWords } from './words.ts'

const kinds = ['cancellation', 'dunning_hold', 'renewal_retry', 'task'] as const
type Kind = (typeof kinds)[number]

/** One act for all policies that the list shows: prepared here, previewed and started on its page. */
export function MassSheet({ onClose }: { readonly onClose: () => void }) {
  const words = useWords(massWords)
  const navigate = useNavigate()
  const { search } = useFilters()
  const { products } = useNames()
  const [productId, setProduct] = useState(search['product_id'] ?? '')
  const [kind, setKind] = useState<Kind>('cancellation')
  const [day, setDay] = useState(today())
  const [title, setTitle] = useState('')
  const [assignee, setAssignee] = useState('')
  const [reason, setReason] = useState('')
  const isNarrowed = Object.keys(otherFilters(search)).length > 0
  const matching = useQuery({
    queryKey: ['matching policies', search, productId],
    queryFn: () => matchingPolicies(search, productId),
    enabled: isNarrowed && productId !== '',
    staleTime: Infinity,
  })
  const prepare = useAct('createMassEndorsement', async ({ id }) => {
    await client.call('previewMassEndorsement', { params: { massEndorsementId: id } })
    await navigate({ to: '/runs/$runId', params: { runId: id } })
  })
  const distributor = search['distributor_id']
  const ids = matching.data
  const isReady =
    productId !== '' &&
    day !== '' &&
    reason.trim() !== '' &&
    (kind !== 'task' || title.trim() !== '') &&
    (!isNarrowed || (ids != null && ids.length > 0))
  const request: CallRequest<'createMassEndorsement'> = {
    body: {
      product_id: productId,
      kind,
      effective_date: kind === 'renewal_retry' ? today() : day,
      reason: reason.trim(),
      filter: {
        ...(distributor === undefined ? {} : { distributor_id: distributor }),
        ...(isNarrowed && ids != null ? { policy_ids: [...ids] } : {}),
      },
      ...(kind === 'task'
        ? { task: { title: title.trim(), ...(assignee === '' ? {} : { assignee_id: assignee }) } }
        : {}),
    },
  }
  return (
    <Sheet title={words.title} onClose={onClose}>
      <form
        className="sheet-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !prepare.isPending) prepare.mutate(request)
        }}
      >
        <p className="quiet">{words.hint}</p>
        <ChoiceField
          label={words.product}
          value={productId}
          onChange={setProduct}
          choices={[
            { value: '', label: words.chooseProduct },
            ...products.map(({ value, title: label }) => ({ value, label })),
          ]}
        />
        {productId !== '' && (
          <p>
            {!isNarrowed
              ? words.whole
              : ids === undefined
                ? words.collecting
                : ids === null
                  ? words.tooMany(policiesMax.toLocaleString())
                  : ids.length === 0
                    ? words.noneMatch
                    : words.narrowed(ids.length.toLocaleString())}
          </p>
        )}
        {matching.error !== null && <Failed error={matching.error} />}
        <ChoiceField
          label={words.kind}
          value={kind}
          onChange={(next) => setKind(kinds.find((one) => one === next) ?? 'cancellation')}
          choices={kinds.map((value) => ({ value, label: words.kinds[value] }))}
        />
        {kind === 'task' && (
          <>
            <TextField label={words.taskTitle} value={title} onChange={setTitle} />
            <AssigneeField value={assignee} onChange={setAssignee} />
          </>
        )}
        {kind !== 'renewal_retry' && (
          <DayField label={words.days[kind]} value={day} onChange={setDay} min={today()} />
        )}
        <LongField
          label={words.reason}
          description={words.reasonHint}
          value={reason}
          onChange={setReason}
        />
        {prepare.error !== null && <Failed error={prepare.error} />}
        <div className="sheet-acts">
          <Button type="submit" disabled={!isReady} loading={prepare.isPending}>
            {words.preview}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
