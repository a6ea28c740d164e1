import type { Form, OpenedEndorsement, Policy, PreviewTransaction } from '@bindery/sdk'
import { differing, isFilledInWrongly } from '@bindery/checkout/form/endorsable'
import { fieldsIn } from '@bindery/checkout/form/rows'
import { useEffect, useState } from 'react'
import { client } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'
import { Failed, Loaded, Skeleton } from '../../../frame/states.tsx'
import { useStore } from '../../../store.ts'
import { useMoments } from '../../../words/formats.ts'
import { language, useWords } from '../../../words/language.ts'
import { useToday } from '../use-today.ts'
import { type ProductForm, openProductForm } from '../form/open-product-form.ts'
import { ProductFields } from '../form/product-fields.tsx'
import { formWords } from '../form/words.ts'
import { useFields } from '../show-value.ts'
import { useFormOf } from '../use-form.ts'
import type { SheetProps } from './sheet-props.ts'
import { DayField } from '../../../act/fields.tsx'
import { Sheet } from '../../../act/sheet.tsx'
import { TransactionSheet } from './transaction-sheet.tsx'
import { actWords } from './words.ts'

/** Changes answers and data of a policy by the rules of its product. */
export function EndorseSheet({ policy, onClose }: SheetProps) {
  const opened = useCall('showEndorsement', { params: { policyId: policy.id } })
  // What was opened stays: another version that appears meanwhile is a conflict, not another form.
  const [first, setFirst] = useState<OpenedEndorsement | null>(null)
  useEffect(() => {
    if (opened.data !== undefined) setFirst((before) => before ?? opened.data)
  }, [opened.data])
  const words = useWords(actWords)
  if (first !== null) return <WithForm {...{ policy, onClose }} opened={first} />
  return (
    <Sheet title={words.endorse} onClose={onClose}>
      <Loaded query={opened}>{() => <Skeleton />}</Loaded>
    </Sheet>
  )
}

function WithForm({
  policy,
  opened,
  onClose,
}: SheetProps & { readonly opened: OpenedEndorsement }) {
  const words = useWords(actWords)
  const form = useFormOf(policy, opened.product_version_id)
  const [ready, setReady] = useState<ProductForm | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const spoken = useStore(language)
  const ofForm = useWords(formWords)
  const full: Form | undefined = form.data
  useEffect(() => {
    if (full === undefined || ready !== null) return
    openProductForm(policy, opened, full, spoken, ofForm).then(setReady, setError)
  }, [full])
  if (ready !== null) return <Filled {...{ policy, onClose, ready }} />
  return (
    <Sheet title={words.endorse} onClose={onClose}>
      {error === null ? (
        <Loaded query={form}>{() => <Skeleton />}</Loaded>
      ) : (
        <Failed error={error} />
      )}
    </Sheet>
  )
}

function Filled({ policy: latest, ready, onClose }: SheetProps & { readonly ready: ProductForm }) {
  const words = useWords(actWords)
  const ofForm = useWords(formWords)
  const { day } = useMoments()
  const { label, value } = useFields(ready.form)
  // As it was when the sheet was opened.
  const [policy] = useState<Policy>(latest)
  const [answers, setAnswers] = useState(ready.answers)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const today = useToday(policy)
  const [from, setFrom] = useState(firstDayOf(policy, today))
  const { fields, checks, planKey } = ready
  const untouched = ready.answers
  const filledIn = { policy: ready.policy, fields, checks, answers, planKey, untouched }
  const quoted = differing(filledIn, 'quote', ready.held.quote)
  const patched = differing(filledIn, 'policy', ready.held.policy)
  const { data, ...members } = patched
  const lines = [quoted['data'], data, members].flatMap((part) =>
    Object.entries(Object(part) as object).map(
      ([name, one]: [string, unknown]) => `${label(name)}: ${value(name, one)}`,
    ),
  )
  const isWrong = isFilledInWrongly(filledIn, 'quote') || isFilledInWrongly(filledIn, 'policy')

  async function prepare(): Promise<PreviewTransaction> {
    const answered = Object(quoted['data']) as Record<string, unknown>
    const token =
      Object.keys(answered).length === 0
        ? null
        : await client.call('createQuote', {
            body: { policy_id: policy.id, effective_date: from, data: answered },
          })
    return {
      endorsement: {
        ...members,
        ...(Object.keys(Object(data)).length > 0 ? { data: data as Record<string, unknown> } : {}),
        ...(token === null ? {} : { quote_token: token.token }),
        effective_date: from,
      },
    }
  }

  return (
    <TransactionSheet
      title={words.endorse}
      policy={policy}
      id="endorsePolicy"
      verb={(preview) => words.endorseVerb(day(preview.effective_date))}
      isReady={lines.length > 0 && !isWrong && from !== ''}
      mine={[...lines, `${words.from} ${from === '' ? '' : day(from)}`]}
      prepare={prepare}
      requestOf={({ endorsement }, { params, headers, previewToken }) => ({
        params,
        headers,
        body: { ...endorsement, preview_token: previewToken },
      })}
      onClose={onClose}
    >
      <DayField label={words.effective} value={from} onChange={setFrom} />
      {ready.sections.length === 0 && <p className="quiet">{ofForm.nothingOpen}</p>}
      <ProductFields
        opened={ready}
        answers={answers}
        change={(next) => {
          setAnswers(next)
        }}
        left={left}
        leave={(id) => setLeft((before) => new Set(before).add(id))}
      />
      <p className="quiet changed-lines" role="status">
        {lines.length === 0 ? words.noChanges : lines.join(' · ')}
      </p>
      <Errors {...{ ready, answers, left }} />
    </TransactionSheet>
  )
}

/** How many of the fields that were left break a rule, for those who do not see them. */
function Errors({
  ready,
  answers,
  left,
}: {
  readonly ready: ProductForm
  readonly answers: ProductForm['answers']
  readonly left: ReadonlySet<string>
}) {
  const words = useWords(actWords)
  const errors = ready.checks.errors(answers, ready.planKey)
  const wrong = fieldsIn(ready.fields, answers).filter(({ id }) => left.has(id) && errors.has(id))
  return wrong.length === 0 ? null : (
    <p className="quiet" role="status">
      {words.wrong(wrong.map(({ label }) => label).join(', '))}
    </p>
  )
}

/** Today, or the first day where cover has not begun. */
function firstDayOf(policy: Policy, today: string): string {
  const start = policy.localized_dates.start_date.slice(0, 10)
  return today < start ? start : today
}
